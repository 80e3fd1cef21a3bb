import { describe, expect, test } from '@jest/globals';
import { fc, runs } from '../../test/support/property.ts';
import { COUNTRIES, LOCALES, type Locale } from '../model/locales.ts';
import { CURRENCIES, type Currency } from '../model/money.ts';
import {
  durationWords,
  formatDate,
  formatDateTime,
  formatDateTimes,
  formatEnergy,
  formatExactPrice,
  formatMicro,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPower,
  formatRate,
  formatRating,
  formatTime,
  languageTag,
  shownLengthMs,
} from './format.ts';

const region = (tag: string) => ({ locale: tag.slice(0, 2) as Locale, country: tag.slice(3).toLowerCase() });
/** Replaces non-breaking spaces, so that the expected values are readable. */
const spaced = (text: string) => text.replaceAll('\u00a0', ' ');

describe('money', () => {
  test.each<[string, Currency, number, string]>([
    ['de-DE', 'EUR', 123_456, '1.234,56 €'],
    ['de-AT', 'EUR', 123_456, '€ 1.234,56'],
    ['de-CH', 'CHF', 123_456, "CHF 1'234.56"],
    ['fr-CH', 'CHF', 123_456, '1 234.56 CHF'],
    ['it-CH', 'CHF', 123_456, 'CHF 1234.56'],
    ['fr-FR', 'EUR', 1_234_560, '12 345,60 €'],
    ['da-DK', 'DKK', 123_456, '1.234,56 kr.'],
    ['hu-HU', 'HUF', 123_500, '1235 Ft'],
    ['hu-HU', 'HUF', 1_234_500, '12 345 Ft'],
    ['hu-HU', 'EUR', 123_456, '1234,56 €'],
    ['es-ES', 'EUR', 123_456, '1234,56 €'],
    ['it-IT', 'EUR', 123_456, '1234,56 €'],
    ['nl-NL', 'EUR', 123_456, '€ 1.234,56'],
    ['en-DE', 'EUR', 123_456, '€1,234.56'],
    ['en-CH', 'CHF', 123_456, 'CHF 1,234.56'],
    ['de-DE', 'EUR', 0, '0,00 €'],
    ['de-DE', 'EUR', -1, '-0,01 €'],
  ])('in %s, %s %d reads %s', (tag, currency, amountMinor, text) => {
    expect(spaced(formatMoney(amountMinor, currency, region(tag)))).toBe(text);
  });

  /** The symbols in the order of `CURRENCIES`. In Switzerland, amounts in German begin with the code EUR, as Swiss banks write. */
  test.each<[string, string]>([
    ['de-DE', '12,00 €, 12,00 CHF, 12 HUF, 12,00 DKK, 12,00 £'],
    ['de-AT', '€ 12,00, CHF 12,00, HUF 12, DKK 12,00, £ 12,00'],
    ['de-CH', 'EUR 12.00, CHF 12.00, HUF 12, DKK 12.00, £ 12.00'],
    ['de-LU', '12,00 €, 12,00 CHF, 12 HUF, 12,00 DKK, 12,00 £'],
    ['en-GB', '€12.00, CHF 12.00, HUF 12, DKK 12.00, £12.00'],
    ['fr-FR', '12,00 €, 12,00 CHF, 12 HUF, 12,00 DKK, 12,00 £'],
    ['fr-CH', '12.00 €, 12.00 CHF, 12 HUF, 12.00 DKK, 12.00 £'],
    ['fr-LU', '12,00 €, 12,00 CHF, 12 HUF, 12,00 DKK, 12,00 £'],
    ['nl-NL', '€ 12,00, CHF 12,00, HUF 12, DKK 12,00, £ 12,00'],
    ['da-DK', '12,00 €, 12,00 CHF, 12 HUF, 12,00 kr., 12,00 £'],
    ['hu-HU', '12,00 €, 12,00 CHF, 12 Ft, 12,00 DKK, 12,00 £'],
    ['it-IT', '12,00 €, 12,00 CHF, 12 HUF, 12,00 DKK, 12,00 £'],
    ['it-CH', '€ 12.00, CHF 12.00, HUF 12, DKK 12.00, £ 12.00'],
    ['es-ES', '12,00 €, 12,00 CHF, 12 HUF, 12,00 DKK, 12,00 £'],
  ])('in %s, every currency has a symbol that is known there: %s', (tag, texts) => {
    expect(languageTag(region(tag))).toBe(tag);
    expect(CURRENCIES.map(currency => spaced(formatMoney(1200, currency, region(tag)))).join(', ')).toBe(texts);
  });

  test('a unit price shows two to four decimals, forints none to two', () => {
    expect(spaced(formatMicro(590_000, 'EUR', region('de-DE')))).toBe('0,59 €');
    expect(spaced(formatMicro(456_700, 'EUR', region('de-DE')))).toBe('0,4567 €');
    expect(spaced(formatMicro(456_750, 'EUR', region('de-DE')))).toBe('0,4568 €');
    expect(spaced(formatMicro(189_000_000, 'HUF', region('hu-HU')))).toBe('189 Ft');
    expect(spaced(formatMicro(189_500_000, 'HUF', region('hu-HU')))).toBe('189,5 Ft');
    expect(spaced(formatExactPrice(495_798, 'EUR', region('de-DE')))).toBe('0,495798 €');
    expect(spaced(formatExactPrice(500_000, 'EUR', region('de-DE')))).toBe('0,50 €');
    expect(spaced(formatExactPrice(149_212_598, 'HUF', region('hu-HU')))).toBe('149,212598 Ft');
  });
});

test('numbers follow the language and the country of the point', () => {
  expect(formatNumber(1234.5, 1, region('de-DE'))).toBe('1.234,5');
  expect(formatNumber(1234.5, 1, region('de-CH'))).toBe("1'234.5");
  expect(formatEnergy(12_345, 3, region('de-DE'))).toBe('12,345');
  expect(formatEnergy(12_345, 2, region('en-DE'))).toBe('12.35');
  expect(formatPower(11_000, region('de-DE'))).toBe('11,0');
  expect(formatRating(22_000, region('de-DE'))).toBe('22');
  expect(formatRating(3_700, region('en-DE'))).toBe('3.7');
  expect(spaced(formatPercent(19, region('de-DE')))).toBe('19 %');
  expect(formatPercent(8.1, region('de-CH'))).toBe('8.1%');
  expect(spaced(formatPercent(7.125, region('de-DE')))).toBe('7,125 %');
  expect([19, 7.75, 8.1, 12.345678].map(percent => formatRate(percent, region('de-DE')))).toEqual([
    '19',
    '7,75',
    '8,1',
    '12,345678',
  ]);
});

describe('times', () => {
  const at = '2026-11-01T08:05:59Z';
  const zoned = (tag: string, timeZone = 'Europe/Berlin') => ({ ...region(tag), timeZone });

  test.each([
    ['de-DE', '01.11.2026, 09:05'],
    ['en-DE', '1 Nov 2026, 09:05'],
    ['fr-FR', '1 nov. 2026, 09:05'],
    ['nl-NL', '1 nov 2026, 09:05'],
    ['da-DK', '1. nov. 2026, 09.05'],
    ['hu-HU', '2026. nov. 1. 09:05'],
    ['it-IT', '1 nov 2026, 09:05'],
    ['es-ES', '1 nov 2026, 09:05'],
  ])('in %s reads %s', (tag, text) => {
    expect(spaced(formatDateTime(at, zoned(tag)))).toBe(text);
  });

  test.each([
    ['de-DE', '01.11.2026, 09:05–10:40'],
    ['hu-HU', '2026. nov. 1. 09:05–10:40'],
    ['da-DK', '1. nov. 2026, 09.05–10.40'],
  ])('in %s, from one to another reads %s', (tag, text) => {
    expect(spaced(formatDateTimes({ from: at, to: '2026-11-01T09:40:00Z' }, zoned(tag)))).toBe(text);
  });

  test('a night has both its days, by the clock of the point', () => {
    const night = { from: '2026-11-20T22:30:00Z', to: '2026-11-20T23:15:00Z' };
    expect(spaced(formatDateTimes(night, zoned('de-DE')))).toBe('20.11.2026, 23:30 – 21.11.2026, 00:15');
    expect(spaced(formatDateTimes(night, zoned('de-DE', 'Atlantic/Canary')))).toBe('20.11.2026, 22:30–23:15');
  });

  test('are those of the point, not of the reader', () => {
    expect(formatTime('2026-11-20T23:30:00Z', zoned('de-DE'))).toBe('00:30');
    expect(formatDate('2026-11-20T23:30:00Z', zoned('de-DE'))).toBe('21.11.2026');
    expect(formatDate('2026-11-20T23:30:00Z', zoned('de-DE', 'Atlantic/Canary'))).toBe('20.11.2026');
  });
});

test.each([
  [10_800_000, { key: 'unit.hours', values: { hours: '3', minutes: '' } }],
  [4_176_000, { key: 'unit.hoursMinutes', values: { hours: '1', minutes: '09' } }],
  [540_000, { key: 'unit.minutes', values: { hours: '', minutes: '9' } }],
  // 59 min 40 s must not appear as one hour.
  [3_580_000, { key: 'unit.minutes', values: { hours: '', minutes: '59' } }],
  [59_999, { key: 'unit.underMinute', values: { hours: '', minutes: '' } }],
  [-5, { key: 'unit.underMinute', values: { hours: '', minutes: '' } }],
])('a duration of %i ms counts whole minutes', (ms, words) => {
  expect(durationWords(ms)).toEqual(words);
});

test('a length is the one between the times that are shown, whatever the seconds', () => {
  const instant = fc.integer({ min: 0, max: 3 * 86_400 }).map(seconds => Date.parse('2026-10-24T12:00:00Z') + seconds * 1000);
  fc.assert(
    fc.property(instant, instant, (one, other) => {
      const [from = '', to = ''] = [one, other].sort((a, b) => a - b).map(ms => new Date(ms).toISOString());
      const [first = 0, last = 0] = [from, to].map(at => Date.parse(`${at.slice(0, 16)}Z`));
      expect(shownLengthMs({ from, to })).toBe(last - first);
      expect(Math.abs(shownLengthMs({ from, to }) - (Date.parse(to) - Date.parse(from)))).toBeLessThan(60_000);
    }),
    runs(200),
  );
});

test('a country without its own form takes the one of the language', () => {
  expect(languageTag({ locale: 'en', country: 'de' })).toBe('en-GB');
  expect(languageTag({ locale: 'de', country: 'hu' })).toBe('de-DE');
  expect(languageTag({ locale: 'fr', country: 'lu' })).toBe('fr-LU');
});

test('no figure holds a space that could break or that engines disagree on', () => {
  for (const locale of LOCALES) {
    for (const country of COUNTRIES) {
      const zoned = { locale, country, timeZone: 'Europe/Vienna' };
      const money = CURRENCIES.map(currency => formatMoney(1_234_567_89, currency, zoned));
      const texts = [...money, formatDateTime('2026-11-01T08:05:59Z', zoned), formatPercent(8.1, zoned)];
      for (const text of texts) expect(text).not.toMatch(/[ \u202f\u2009’]/);
    }
  }
});
