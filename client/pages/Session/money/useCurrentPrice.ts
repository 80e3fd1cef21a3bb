import { useTranslation } from 'react-i18next';
import type { Rates } from '../../../../shared/price/progress.ts';
import { useFormat } from '../../../hooks/useFormat.ts';
import type { ViewProps } from '../live/viewProps.ts';

interface CurrentPrice {
  now: string;
  /** Since when the current price applies. Null: from the start, or another price is near. */
  since: string | null;
  /** The next price and its start. Null: no other price is near. */
  next: string | null;
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
  /** If a price per minute is added to the same price per kWh, names what is added. */
  const changeOf = (now: Rates, next: Rates): string =>
    next.perKwhMicro === now.perKwhMicro && now.perMinuteMicro === 0
      ? `+ ${figureOf({ perKwhMicro: 0, perMinuteMicro: next.perMinuteMicro })}`
      : figureOf(next);
  if (!progress?.price) return null;
  const { now, before, next } = progress.price;
  const change = next && { time: format.time(next.from), price: changeOf(now, next.rates) };
  return {
    now: figureOf(now),
    since: before && !next ? t('progress.priceSince', { time: format.time(before.until) }) : null,
    next: change && t('progress.priceNext', change),
  };
}
