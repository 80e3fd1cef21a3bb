import { useTranslation } from 'react-i18next';
import type { Rates } from '../../../../shared/price/progress.ts';
import { useFormat } from '../../../hooks/useFormat.ts';
import type { ViewProps } from '../live/viewProps.ts';

interface CurrentPrice {
  now: string;
  /** The next price and its start, or since when the current price applies. Null: no other price is near. */
  times: string | null;
}

/**
 * Returns the current price as text. Null: charging is free, or the price is not shown to readers of the watch link. Needs the
 * text areas `session` and `tariff` (see `Route.strings`).
 */
export function useCurrentPrice({ place, values, progress }: ViewProps<'running' | 'paused'>['session']): CurrentPrice | null {
  const { t } = useTranslation();
  const format = useFormat(place);
  const { currency } = values.cost;
  const figureOf = ({ perKwhMicro, perMinuteMicro }: Rates): string => {
    const figures = [
      perKwhMicro > 0 && t('tariff.figurePerKwh', { price: format.unitPrice(perKwhMicro, currency) }),
      perMinuteMicro > 0 && t('tariff.figurePerMinute', { price: format.unitPrice(perMinuteMicro, currency) }),
    ].filter(Boolean);
    return figures.length > 0 ? figures.join(' + ') : format.money(0, currency);
  };
  if (!progress?.price) return null;
  const { now, before, next } = progress.price;
  if (next)
    return { now: figureOf(now), times: t('progress.priceNext', { time: format.time(next.from), price: figureOf(next.rates) }) };
  const times = before ? t('progress.priceSince', { time: format.time(before.until) }) : null;
  return { now: figureOf(now), times };
}
