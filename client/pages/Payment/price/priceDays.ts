import type { PriceDayName, PricePeriod, PriceTable } from '../../../../shared/model/tariff.ts';
import type { DayGroup } from '../../../../shared/price/priceDays.ts';

export { type DayGroup, groupDays } from '../../../../shared/price/priceDays.ts';

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function isToday({ from, to }: DayGroup, { days, today }: PriceTable): boolean {
  const dayIndex = (name: PriceDayName) => days.findIndex(({ day }) => day === name);
  return dayIndex(from) <= dayIndex(today) && dayIndex(today) <= dayIndex(to);
}

export const isNow = (period: PricePeriod, { now }: PriceTable): boolean => isSame(period, now);

/** The same price at all times: there is no more to tell than what applies now. */
export function isFlat({ days, now }: PriceTable): boolean {
  const priceOf = ({ from: _, to: __, ...price }: PricePeriod) => price;
  return days.every(({ periods }) => periods.every(period => isSame(priceOf(period), priceOf(now))));
}

/** What follows today when the price of now ends; null: it lasts until midnight, and another day has prices of its own. */
export function nextPeriod({ days, today, now }: PriceTable): PricePeriod | null {
  // Over midnight, or until then.
  if (now.to <= now.from) return null;
  return days.find(({ day }) => day === today)?.periods.find(({ from }) => from === now.to) ?? null;
}
