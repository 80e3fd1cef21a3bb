import type { DayGroup } from '../../../../shared/price/priceDays.ts';
import type { PriceDayName, PricePeriod, PriceTable } from '../../../../shared/tariff.ts';

export { type DayGroup, groupDays } from '../../../../shared/price/priceDays.ts';

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function isToday({ from, to }: DayGroup, { days, today }: PriceTable): boolean {
  const place = (name: PriceDayName) => days.findIndex(({ day }) => day === name);
  return place(from) <= place(today) && place(today) <= place(to);
}

export const isNow = (period: PricePeriod, { now }: PriceTable): boolean => isSame(period, now);
