import type { ChargingPoint, Plug } from '../../../../shared/charging/charging.ts';
import type { PriceDayName, PricePeriod, PriceTable } from '../../../../shared/model/tariff.ts';
import type { DayGroup } from '../../../../shared/price/priceDays.ts';
import { minuteOf } from '../../../components/figure/dayScale.ts';

export { type DayGroup, groupDays } from '../../../../shared/price/priceDays.ts';

/** What the pictures of the prices show. */
export interface PriceFacts {
  point: ChargingPoint;
  table: PriceTable;
  /** Announced prices. */
  next?: Plug['nextPrices'];
  /** Time at which the page was loaded, ISO 8601. */
  at: string;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function isToday({ from, to }: DayGroup, { days, today }: PriceTable): boolean {
  const dayIndex = (name: PriceDayName) => days.findIndex(({ day }) => day === name);
  return dayIndex(from) <= dayIndex(today) && dayIndex(today) <= dayIndex(to);
}

export const isNow = (period: PricePeriod, { now }: PriceTable): boolean => isSame(period, now);

/** Returns true if the prices are the same all week. A table would then repeat the current prices. */
export function isFlat({ days, now }: PriceTable): boolean {
  const priceOf = ({ from: _, to: __, ...price }: PricePeriod) => price;
  return days.every(({ periods }) => periods.every(period => isSame(priceOf(period), priceOf(now))));
}

/** Returns the next price period of today. Null: the current period lasts until midnight. */
export function nextPeriod({ days, today, now }: PriceTable): PricePeriod | null {
  // The period ends at midnight or on the next day.
  if (now.to <= now.from) return null;
  return days.find(({ day }) => day === today)?.periods.find(({ from }) => from === now.to) ?? null;
}

/**
 * Returns the present minute of the day. If the time of loading is no longer in the current period, because the price has changed
 * while the page was open, this is the beginning of the period.
 * @param time local time of loading, in the format of any language: '20:33', '20.33'
 */
export function nowMinute({ now: { from, to } }: PriceTable, time: string): number {
  const [hours = 0, minutes = 0] = (time.match(/\d+/g) ?? []).map(Number);
  const [minute, first, last] = [hours * 60 + minutes, minuteOf(from), minuteOf(to)];
  const isInside = last > first ? first <= minute && minute < last : minute >= first || minute < last;
  return isInside ? minute : first;
}
