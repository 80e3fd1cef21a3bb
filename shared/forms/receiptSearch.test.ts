import { fc } from '../../test/support/property.ts';
import { readAmountMinor, receiptSearchErrors, searchedDays } from './receiptSearch.ts';

test.each([
  ['12,34', 1234],
  ['12.34', 1234],
  ['12,3', 1230],
  ['12', 1200],
  ['0,05', 5],
  ['€ 12,34', 1234],
  ['12,34 €', 1234],
  ['12,34EUR', 1234],
  ['12,34 euros', 1234],
  ['12.34 Euro', 1234],
  ['1.234,56', 123_456],
  ['1,234.56', 123_456],
  ["1'234.50", 123_450],
  ['1’234.50', 123_450],
  ["CHF 1'234.50", 123_450],
  ['Fr. 12.50', 1250],
  ['12.–', 1200],
  ['12.-', 1200],
  ['CHF 12.--', 1200],
  ['12 345 Ft', 1_234_500],
  ['12.345 Ft', 1_234_500],
  ['12\u00a0345 HUF', 1_234_500],
  ['12\u202f345 forint', 1_234_500],
  ['123,45 kr.', 12_345],
  ['DKK 1.234.567', 123_456_700],
  ['-12,34', 1234],
  ['12,34-', 1234],
  ['−12.34 €', 1234],
])('a price typed as “%s” is understood', (text, minor) => {
  expect(readAmountMinor(text)).toBe(minor);
});

test.each([
  '',
  ' ',
  '€',
  'abc',
  '12,345,6',
  '12,34,56',
  '1.23.456',
  '1.234,567',
  '12..34',
  ',5',
  '12,',
  '0.123',
  '12-34',
  '--',
  '1e3',
])('“%s” is no price', text => {
  expect(readAmountMinor(text)).toBeNull();
});

test('whatever a bank prints is read back to the cent, in every country we sell in', () => {
  const written = fc.tuple(
    fc.integer({ min: 0, max: 9_999_999 }),
    fc.constantFrom('de-DE', 'de-AT', 'de-CH', 'it-CH', 'fr-CH', 'es-ES', 'hu-HU', 'it-IT', 'fr-LU', 'nl-NL', 'da-DK', 'en-GB'),
    fc.constantFrom('EUR', 'CHF', 'HUF', 'DKK', 'GBP'),
    fc.constantFrom('code', 'narrowSymbol', 'symbol'),
  );
  fc.assert(
    fc.property(written, ([minor, locale, currency, currencyDisplay]) => {
      const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
      const text = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay, ...digits }).format(minor / 100);
      expect([text, readAmountMinor(text)]).toEqual([text, minor]);
    }),
  );
});

test('is quick with anything a hostile visitor types', () => {
  for (const text of ['1'.repeat(5000), '.'.repeat(5000), '1.111'.repeat(1000), `${' '.repeat(5000)}x`]) {
    // Measures processor time, because other processes may use the processor meanwhile.
    const begin = process.cpuUsage();
    expect(readAmountMinor(text)).toBeNull();
    expect(process.cpuUsage(begin).user).toBeLessThan(100_000);
  }
});

test('a day is searched with its neighbours, over the ends of months and years', () => {
  expect(searchedDays('2026-11-20')).toEqual(['2026-11-19', '2026-11-20', '2026-11-21']);
  expect(searchedDays('2026-03-01')).toEqual(['2026-02-28', '2026-03-01', '2026-03-02']);
  expect(searchedDays('2027-01-01')).toEqual(['2026-12-31', '2027-01-01', '2027-01-02']);
  expect(searchedDays('yesterday')).toEqual([]);
});

test('a day that has not begun anywhere is refused only where it is known what day it is', () => {
  const form = { country: 'de', date: '2026-11-21', price: '12,34', creditCard: '4242' };
  expect(receiptSearchErrors(form, { latestDate: '2026-11-20' })).toEqual({ date: { key: 'validation.date.future' } });
  expect(receiptSearchErrors(form, { latestDate: '2026-11-21' })).toEqual({});
  expect(receiptSearchErrors(form, { latestDate: null })).toEqual({});
  expect(receiptSearchErrors({ ...form, date: '2026-02-30' }, { latestDate: null })).toEqual({
    date: { key: 'validation.date.required' },
  });
});
