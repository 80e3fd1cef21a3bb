import { expect, it } from '@jest/globals';
import { createHolidays } from './holidays.ts';

const { isHoliday } = createHolidays();

it.each([
  ['2026-12-25', 'DE', true],
  ['2026-01-06', 'DE-BY', true],
  ['2026-01-06', 'DE-NW', false],
  ['2026-01-06', 'DE', false],
  ['2029-11-21', 'DE-SN', true],
  ['2026-04-03', 'CH-ZH', true],
  ['2026-04-03', 'CH-TI', false],
  ['2026-10-26', 'AT-9', true],
  ['2027-04-27', 'NL', true],
  ['2036-06-23', 'LU', true],
  ['2026-09-11', 'ES-CT', true],
  ['2026-09-11', 'ES-MD', false],
  ['2028-08-20', 'HU', true],
  ['2026-04-25', 'IT-25', true],
  ['2026-12-25', 'DE-XX', true],
  ['2026-12-25', 'FR', false],
  ['2037-12-25', 'DE', false],
])('knows %s in %s as a holiday: %p', (day, region, is) => expect(isHoliday(day, region)).toBe(is));
