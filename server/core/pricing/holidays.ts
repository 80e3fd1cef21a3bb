import type { Holidays } from '../ports/ports.ts';
import table from './holidayTable.json' with { type: 'json' };

type Years = Readonly<Partial<Record<string, string>>>;
type Countries = Readonly<Partial<Record<string, { common: Years; regions: Readonly<Partial<Record<string, Years>>> }>>>;

/**
 * Creates the calendar of public holidays of 2026 to 2036 by ISO 3166-2 region ('DE-BY'). For a country without region ('DE') or
 * an unknown region, the nationwide holidays apply. Unknown countries and other years have no holidays.
 * scripts/build/holidays.ts generates the table and names its source.
 */
export function createHolidays(): Holidays {
  const countries: Countries = table.countries;
  return {
    isHoliday(day, region) {
      const country = countries[region.slice(0, 2)];
      if (!country) return false;
      const [year, monthDay] = [day.slice(0, 4), day.slice(5, 7) + day.slice(8, 10)];
      const own = country.regions[region] ?? country.regions[region.slice(0, 2)] ?? {};
      return [country.common, own].some(years => years[year]?.split(' ').includes(monthDay));
    },
  };
}
