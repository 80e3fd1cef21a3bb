import type { PriceDay, PriceDayName, PricePeriod, PriceTable } from '../../../shared/tariff.ts';

/** Neighbouring days of a week with the same prices. */
export interface DayGroup {
  from: PriceDayName;
  to: PriceDayName;
  periods: readonly PricePeriod[];
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Monday to Friday, Saturday and Sunday, public holidays: days that cost the same stand together. Holidays stay alone. */
export function groupDays(days: readonly PriceDay[]): readonly DayGroup[] {
  const groups: DayGroup[] = [];
  for (const { day, periods } of days) {
    const last = groups.at(-1);
    if (last && day !== 'holiday' && isSame(last.periods, periods)) last.to = day;
    else groups.push({ from: day, to: day, periods });
  }
  return groups;
}

export function isToday({ from, to }: DayGroup, { days, today }: PriceTable): boolean {
  const place = (name: PriceDayName) => days.findIndex(({ day }) => day === name);
  return place(from) <= place(today) && place(today) <= place(to);
}

export const isNow = (period: PricePeriod, { now }: PriceTable): boolean => isSame(period, now);
