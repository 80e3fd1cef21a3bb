import type { PricePeriod, PriceTable } from '../../../../shared/model/tariff.ts';
import { daySteps, timeOfMinute } from '../../../components/figure/dayScale.ts';
import { useWords } from '../../core/translations.ts';
import { groupDays, useDayWords } from '../../parts/WeekPictures.tsx';

interface Fee {
  name: string;
  price: string;
  /** The maximum per session, and the days and hours if the fee is not always due. Null: none of both. */
  detail: string | null;
}

/** Returns all prices of a tariff except that of energy. A fee that applies in several periods is listed once, with its hours. */
export function useFees({ days, currency }: PriceTable): readonly Fee[] {
  const { t, unitPrice, money } = useWords();
  const { dayRange } = useDayWords();
  const fee = (name: string, micro: number, maxMinor: number | null) => ({
    name,
    price: unitPrice(micro, currency),
    limit: maxMinor === null ? null : t('prices.most', { amount: money(maxMinor, currency) }),
  });
  const feesOf = ({ timeMicro, start, blocking, occupancy }: PricePeriod) => [
    ...(timeMicro === null ? [] : [fee(t('prices.fee.time'), timeMicro, null)]),
    ...(start ? [fee(t('prices.fee.start'), start.amountMicro, null)] : []),
    ...(blocking
      ? [fee(t('prices.fee.blocking', { minutes: blocking.afterMinutes }), blocking.amountMicro, blocking.maxMinor)]
      : []),
    ...(occupancy
      ? [fee(t('prices.fee.occupancy', { minutes: occupancy.afterMinutes }), occupancy.amountMicro, occupancy.maxMinor)]
      : []),
  ];
  const keysOf = (period: PricePeriod) => feesOf(period).map(each => JSON.stringify(each));
  /** Writes the days and hours of a fee: 'Mo–Fr 06:00–22:00'. Null: the fee is always due. */
  const hoursOf = (key: string): string | null => {
    const isDue = (period: PricePeriod) => Number(keysOf(period).includes(key));
    const groups = groupDays(days.map(({ day, periods }) => ({ day, steps: daySteps(periods, isDue), before: [] })));
    if (groups.every(({ steps }) => steps.every(({ micro }) => micro === 1))) return null;
    return groups
      .flatMap(({ from, to, steps }) => {
        const hours = steps
          .filter(({ micro }) => micro === 1)
          .map(step => `${timeOfMinute(step.fromMinute)}–${timeOfMinute(step.toMinute)}`);
        return hours.length === 0 ? [] : `${dayRange(from, to)} ${hours.join(', ')}`;
      })
      .join(', ');
  };
  const all = days.flatMap(({ periods }) => periods.flatMap(feesOf));
  return [...new Map(all.map(each => [JSON.stringify(each), each]))].map(([key, { name, price, limit }]) => ({
    name,
    price,
    detail: [limit, hoursOf(key)].filter(Boolean).join(', ') || null,
  }));
}
