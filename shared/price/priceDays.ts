import type { PriceDay, PriceDayName, PricePeriod } from '../model/tariff.ts';

/** Consecutive days of the week that have the same prices. */
export interface DayGroup {
  from: PriceDayName;
  to: PriceDayName;
  periods: readonly PricePeriod[];
}

/** Groups consecutive days with equal prices. Public holidays always form a group of their own. */
export function groupDays(days: readonly PriceDay[]): readonly DayGroup[] {
  const groups: DayGroup[] = [];
  for (const { day, periods } of days) {
    const last = groups.at(-1);
    if (last && day !== 'holiday' && JSON.stringify(last.periods) === JSON.stringify(periods)) last.to = day;
    else groups.push({ from: day, to: day, periods });
  }
  return groups;
}
