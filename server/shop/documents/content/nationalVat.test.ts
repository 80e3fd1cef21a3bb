import { describe, expect, test } from '@jest/globals';
import { CURRENCIES, stepMinor } from '../../../../shared/model/money.ts';
import type { VatGroup } from '../../../../shared/model/tariff.ts';
import { fc } from '../../../../test/support/property.ts';
import type { ExchangeRate } from '../../../core/records/records.ts';
import { nationalVatOf, nationalVatShare } from './nationalVat.ts';

const RATE: ExchangeRate = { base: 'EUR', quote: 'HUF', rate: 395.12, since: '2026-11-01' };
const taxed = (...taxes: readonly number[]): VatGroup[] =>
  taxes.map((vatMinor, place) => ({ percent: 27 - place, netMinor: 0, vatMinor, grossMinor: vatMinor }));
const supply = {
  rates: [RATE],
  country: 'hu',
  currency: 'EUR' as const,
  vat: taxed(136),
  endedAt: new Date('2026-11-20T16:32:41Z'),
  timeZone: 'Europe/Budapest',
};

describe('the VAT in the money of the country', () => {
  test('is that of all rates together, in its own steps', () => {
    // 1.36 € + 0.07 € = 1.43 €; 1.43 × 395.12 = 565.02 Ft, rounded to 565 Ft.
    expect(nationalVatOf({ ...supply, vat: taxed(136, 7) })).toEqual({ currency: 'HUF', vatMinor: 56_500, rate: RATE });
  });

  test('is found by the same rate the other way round', () => {
    // 10,000 Ft / 395.12 = 25.3087 €.
    const invoice = { ...supply, country: 'de', currency: 'HUF' as const, vat: taxed(1_000_000) };
    expect(nationalVatOf(invoice)).toEqual({ currency: 'EUR', vatMinor: 2531, rate: RATE });
  });

  test('takes the newest rate of the day on which the session ended, by the clock of the point', () => {
    const [newer, tomorrow] = [
      { ...RATE, since: '2026-11-20' },
      { ...RATE, since: '2026-11-21' },
    ];
    const rates = [tomorrow, newer, RATE];
    expect(nationalVatOf({ ...supply, rates })?.rate).toBe(newer);
    expect(nationalVatOf({ ...supply, rates: rates.toReversed() })?.rate).toBe(newer);
    expect(nationalVatOf({ ...supply, rates, endedAt: new Date('2026-11-20T22:59:59Z') })?.rate).toBe(newer);
    expect(nationalVatOf({ ...supply, rates, endedAt: new Date('2026-11-20T23:00:00Z') })?.rate).toBe(tomorrow);
  });

  test.each([
    ['the invoice is in that money', { currency: 'HUF' as const }],
    ['there is no tax', { vat: taxed(0) }],
    ['no rate is known', { rates: [] }],
    ['the rate is between others', { rates: [{ ...RATE, quote: 'CHF' as const }] }],
    ['the rate leads there from elsewhere', { rates: [{ ...RATE, base: 'CHF' as const }] }],
    ['the rate leads nowhere', { rates: [{ ...RATE, base: 'HUF' as const }] }],
    ['the first rate is of a later day', { rates: [{ ...RATE, since: '2026-11-21' }] }],
    ['nothing is known of the country', { country: 'xx' }],
  ])('is left out when %s', (_, changes) => {
    expect(nationalVatOf({ ...supply, ...changes })).toBeNull();
  });

  test('adds up over credit notes, in however many parts the tax is taken back', () => {
    const rate = fc.record({
      base: fc.constantFrom(...CURRENCIES),
      quote: fc.constantFrom('EUR' as const, 'HUF' as const),
      rate: fc.integer({ min: 1, max: 999_000_000 }).map(micro => micro / 1e6),
      since: fc.constant('2026-01-01'),
    });
    fc.assert(
      fc.property(
        rate.filter(({ base, quote }) => base !== quote),
        fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 20 }),
        (one, taxes) => {
          const country = one.quote === 'HUF' ? 'hu' : 'de';
          const total = taxes.reduce((sum, tax) => sum + tax, 0);
          const whole = nationalVatOf({ ...supply, rates: [one], country, currency: one.base, vat: taxed(total) });
          if (whole === null) return expect(total).toBe(0);
          const step = stepMinor(one.quote);
          const millionths = BigInt(Math.round(one.rate * 1e6)) * BigInt(total);
          const distance = BigInt(whole.vatMinor) * 1_000_000n - millionths;
          expect(whole.vatMinor % step).toBe(0);
          expect((distance < 0n ? -distance : distance) * 2n <= BigInt(step) * 1_000_000n).toBe(true);
          const parts = taxes.map((tax, place) => {
            const credited = taxed(...taxes.slice(0, place));
            return nationalVatShare(whole, { vat: taxed(tax), credited }).vatMinor;
          });
          expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(whole.vatMinor);
        },
      ),
    );
  });
});
