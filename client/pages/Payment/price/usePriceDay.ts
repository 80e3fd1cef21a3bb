import { useTranslation } from 'react-i18next';
import type { ChargingPoint } from '../../../../shared/charging/charging.ts';
import type { PricePeriod, PriceTable } from '../../../../shared/model/tariff.ts';
import { type DayStep, daySteps, timeOfMinute } from '../../../components/figure/dayScale.ts';
import { useFormat } from '../../../hooks/useFormat.ts';
import { nowMinute } from './priceDays.ts';
import { mainKind } from './usePrices.ts';

const FIGURES = { energy: 'tariff.figurePerKwh', time: 'tariff.figurePerMinute' } as const;

/**
 * Returns what the pictures of the main price need: the steps of a day, one scale for all days, and texts. Null: the price does not
 * depend on energy or time.
 */
export function usePriceDay(point: ChargingPoint, table: PriceTable, at: string) {
  const { t } = useTranslation();
  const format = useFormat(point);
  const main = mainKind(table.now);
  if (main !== 'energy' && main !== 'time') return null;
  const microOf = ({ energyMicro, timeMicro }: PricePeriod) => (main === 'energy' ? energyMicro : (timeMicro ?? 0));
  const write = (micro: number) => format.unitPrice(micro, point.currency);
  const minute = nowMinute(table, format.time(at));
  const clock = (minutes: number) => format.clock(timeOfMinute(minutes));
  const steps = (periods: readonly PricePeriod[]) => daySteps(periods, microOf);
  return {
    /** The present minute of the day, and its text: "jetzt 20:33". */
    minute,
    nowText: t('tariff.nowAt', { time: clock(minute) }),
    write,
    steps,
    highestMicro: Math.max(...table.days.flatMap(({ periods }) => periods.map(microOf))),
    /** Writes the sentence for screen readers: "Heute: 00:00 bis 06:00 Uhr 0,39 €/kWh, …". */
    sentence: (name: string, shown: readonly DayStep[]) =>
      `${name}: ${shown
        .map(({ fromMinute, toMinute, micro }) => {
          const hours = t('tariff.period', { from: clock(fromMinute), to: clock(toMinute) });
          return `${hours} ${t(FIGURES[main], { price: write(micro) })}`;
        })
        .join(', ')}.`,
  };
}
