import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { VatGroup } from '../../../shared/tariff.ts';
import { vatShare } from './vatShare.ts';

const group = (percent: number, grossMinor: number): VatGroup => {
  const netMinor = Math.round(grossMinor / (1 + percent / 100));
  return { percent, netMinor, vatMinor: grossMinor - netMinor, grossMinor };
};
const sum = (groups: readonly VatGroup[], part: 'netMinor' | 'vatMinor' | 'grossMinor') =>
  groups.reduce((total, each) => total + each[part], 0);

describe('the VAT of money given back', () => {
  test('is that of the document when all of it goes back', () => {
    const groups = [group(19, 853)];
    expect(vatShare({ groups, credited: [], amountMinor: 853, stepMinor: 1 })).toEqual(groups);
  });

  test('is split like the document’s when a part goes back', () => {
    const share = vatShare({ groups: [group(19, 600), group(7, 300)], credited: [], amountMinor: 300, stepMinor: 1 });
    expect(share).toEqual([group(19, 200), group(7, 100)]);
  });

  test('is never more than is left', () => {
    const ask = { groups: [group(19, 853)], credited: [group(19, 500)], amountMinor: 354, stepMinor: 1 };
    expect(() => vatShare(ask)).toThrow(RangeError);
  });

  test('adds up to the cent, rate by rate, in however many parts a document is credited', () => {
    const rates = [19, 7, 0, 8.1];
    const document = fc
      .tuple(fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 1, maxLength: 4 }), fc.constantFrom(1, 100))
      .map(([amounts, stepMinor]) => ({
        stepMinor,
        groups: amounts.map((amount, index) => group(rates[index] ?? 0, amount * stepMinor)),
      }));
    fc.assert(
      fc.property(
        document,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        ({ groups, stepMinor }, parts) => {
          let credited: readonly VatGroup[] = [];
          const giveBack = (amountMinor: number) => {
            if (amountMinor === 0) return;
            const share = vatShare({ groups, credited, amountMinor, stepMinor });
            expect(sum(share, 'grossMinor')).toBe(amountMinor);
            for (const each of share) {
              expect(each.netMinor + each.vatMinor).toBe(each.grossMinor);
              expect(Math.min(each.netMinor, each.vatMinor, each.grossMinor % stepMinor === 0 ? 0 : -1)).toBeGreaterThanOrEqual(
                0,
              );
            }
            credited = [...credited, ...share];
          };
          const left = () => sum(groups, 'grossMinor') - sum(credited, 'grossMinor');
          for (const part of parts) giveBack(Math.floor((left() * part) / stepMinor) * stepMinor);
          giveBack(left());
          for (const each of groups) {
            const shares = credited.filter(({ percent }) => percent === each.percent);
            for (const part of ['netMinor', 'vatMinor', 'grossMinor'] as const) expect(sum(shares, part)).toBe(each[part]);
          }
        },
      ),
    );
  });
});
