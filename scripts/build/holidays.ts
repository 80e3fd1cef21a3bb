// Writes server/core/pricing/holidayTable.json with the public holidays by country and region. Run it manually after an update of
// date-holidays: node scripts/build/holidays.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Holidays from 'date-holidays';
import { DAY_MS, isoDay } from '../../shared/model/time.ts';

const COUNTRIES = ['AT', 'CH', 'DE', 'ES', 'HU', 'IT', 'LU', 'NL'];
const [FROM, TO] = [2026, 2036];
const YEARS = Array.from({ length: TO - FROM + 1 }, (_, index) => FROM + index);

/** Returns the local days ('YYYY-MM-DD') of public holidays that last a whole day. */
function daysOf(country: string, state?: string): string[] {
  const calendar = state === undefined ? new Holidays(country) : new Holidays(country, state);
  const days = YEARS.flatMap(year => calendar.getHolidays(year))
    .filter(({ type, date }) => type === 'public' && date.slice(11, 19) === '00:00:00')
    .flatMap(({ date, start, end }) => {
      const first = Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
      const count = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS));
      return Array.from({ length: count }, (_, index) => isoDay(first + index * DAY_MS));
    });
  return [...new Set(days)].sort();
}

/** Groups days by year: { '2026': '0101 0106 …' }. In this short format, a changed holiday is one changed line in a diff. */
const byYear = (days: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    YEARS.map(year => ({
      year,
      list: days.filter(day => day.startsWith(`${year}`)).map(day => day.slice(5).replace('-', '')),
    }))
      .filter(({ list }) => list.length > 0)
      .map(({ year, list }) => [year, list.join(' ')]),
  );

const countries = Object.fromEntries(
  COUNTRIES.map(country => {
    const states = Object.keys(new Holidays().getStates(country) ?? {});
    const whole = daysOf(country);
    const regionDays = [
      { region: country, days: whole },
      ...states.map(state => ({ region: `${country}-${state}`, days: daysOf(country, state) })),
    ];
    const common = whole.filter(day => regionDays.every(({ days }) => days.includes(day)));
    const regions = regionDays.map(({ region, days }) => [region, byYear(days.filter(day => !common.includes(day)))] as const);
    return [
      country,
      { common: byYear(common), regions: Object.fromEntries(regions.filter(([, extra]) => Object.keys(extra).length > 0)) },
    ];
  }),
);

const manifest = createRequire(import.meta.url).resolve('date-holidays/package.json');
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
const attribution = `Public holidays from date-holidays ${version}, https://github.com/commenthol/date-holidays, (c) commenthol and contributors, ISC AND CC-BY-3.0 (https://creativecommons.org/licenses/by/3.0/); its data relies on Wikipedia, CC BY-SA 3.0 (http://creativecommons.org/licenses/by-sa/3.0/), articles named in its LICENSE. Changed: whole public holidays of eight countries only, listed by day.`;
const table = { attribution, from: FROM, to: TO, countries };
writeFileSync(new URL('../../server/core/pricing/holidayTable.json', import.meta.url), `${JSON.stringify(table, null, 1)}\n`);
