import type { PriceDay, PriceDayName, PricePeriod } from '../model/tariff.ts';

/** Consecutive days of a week with the same prices. */
export interface DayGroup {
  from: PriceDayName;
  to: PriceDayName;
  periods: readonly PricePeriod[];
}

/**
 * Groups Monday to Friday, Saturday and Sunday, and public holidays by equal prices. Holidays are never grouped with other days.
 */
export function groupDays(days: readonly PriceDay[]): readonly DayGroup[] {
  const groups: DayGroup[] = [];
  for (const { day, periods } of days) {
    const last = groups.at(-1);
    if (last && day !== 'holiday' && JSON.stringify(last.periods) === JSON.stringify(periods)) last.to = day;
    else groups.push({ from: day, to: day, periods });
  }
  return groups;
}
