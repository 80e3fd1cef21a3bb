import { describe, expect, it } from '@jest/globals';
import { stepMinor } from '../../../shared/model/money.ts';
import { fc, runs } from '../../../test/support/property.ts';
import { bill, loweredTo } from './bill.ts';
import { exact } from './exact.ts';
import type { PricedLine } from './gross.ts';

const currency = fc.constantFrom('EUR' as const, 'HUF' as const);
const lines = fc.array(
  fc.record({ amount: fc.integer({ min: 1, max: 500_000_000 }), vatPercent: fc.constantFrom(0, 7, 8.1, 19, 25, 27) }),
  { maxLength: 6 },
);

describe('A bill brought down', () => {
  it('adds up at every amount, is never above it, and no VAT rate falls below nothing', () => {
    fc.assert(
      fc.property(lines, currency, fc.integer({ min: -100, max: 200_000 }), (reported, money, limit) => {
        const priced = reported.map(({ amount, vatPercent }): PricedLine => {
          return { kind: 'energy', quantity: 1, unitPriceMicro: amount, amount: exact(amount), vatPercent };
        });
        const whole = bill(priced, { currency: money });
        const { lines: lowered, totalMinor, vat } = loweredTo(whole, limit);
        const step = stepMinor(money);
        expect(lowered.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(totalMinor);
        expect(vat.reduce((sum, { grossMinor }) => sum + grossMinor, 0)).toBe(totalMinor);
        expect(totalMinor).toBeLessThanOrEqual(Math.max(0, Math.min(limit, whole.totalMinor)));
        expect(totalMinor).toBeGreaterThan(Math.min(Math.max(0, limit), whole.totalMinor) - step);
        expect(totalMinor % step).toBe(0);
        for (const { percent, netMinor, vatMinor, grossMinor } of vat) {
          expect(netMinor + vatMinor).toBe(grossMinor);
          expect(Math.min(netMinor, vatMinor, grossMinor)).toBeGreaterThanOrEqual(0);
          const before = whole.vat.find(group => group.percent === percent);
          expect(grossMinor).toBeLessThanOrEqual(before?.grossMinor ?? 0);
        }
        for (const { kind, quantity, unitPriceMicro, amountMinor } of lowered.slice(whole.lines.length)) {
          expect(amountMinor).toBeLessThan(0);
          expect([kind, quantity, unitPriceMicro]).toEqual(['other', 1, amountMinor * 10_000]);
        }
      }),
      runs(300),
    );
  });
});
