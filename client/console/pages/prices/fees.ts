import type { PricePeriod, PriceTable } from '../../../../shared/model/tariff.ts';
import { useWords } from '../../core/translations.ts';

interface Fee {
  name: string;
  price: string;
  /** Maximum per session. Null: none. */
  limit: string | null;
}

/** Returns all prices of a tariff except that of energy. A fee that applies in several periods is listed once. */
export function useFees({ days, currency }: PriceTable): readonly Fee[] {
  const { t, unitPrice, money } = useWords();
  const fee = (name: string, micro: number, maxMinor: number | null): Fee => ({
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
  const all = days.flatMap(({ periods }) => periods.flatMap(feesOf));
  return [...new Map(all.map(each => [JSON.stringify(each), each])).values()];
}
