import { describe, expect, test } from '@jest/globals';
import { CURRENCIES, stepMinor } from '../../../../shared/model/money.ts';
import type { VatGroup } from '../../../../shared/model/tariff.ts';
import { fc, runs } from '../../../../test/support/property.ts';
import { vatShare } from './vatShare.ts';

/** A VAT rate. `micro` is the rate in millionths of a percent, so that the test computes with integers only. */
interface Rate {
  percent: number;
  micro: bigint;
}
const rate = (percent: number): Rate => ({ percent, micro: BigInt(Math.round(percent * 1e6)) });
/** The standard rates of eight countries, reduced rates, and unusual rates that the schema of clients.json allows. */
const RATES = [0, 2.1, 3.8, 5, 7, 7.75, 8.1, 10, 17, 19, 20, 21, 22, 25.5, 27, 12.345678].map(rate);

/** Returns the two multiples of `step` around gross × 100 / (100 + rate). The function compares products instead of dividing. */
function netsAround(grossMinor: number, { micro }: Rate, step: number): readonly [number, number] {
  const target = BigInt(grossMinor) * 100_000_000n;
  const per = 100_000_000n + micro;
  let under = Math.floor(Number(target / per) / step) * step;
  while (BigInt(under + step) * per <= target) under += step;
  return [under, BigInt(under) * per === target ? under : under + step];
}
function nearestNet(grossMinor: number, from: Rate, step: number): number {
  const [under, over] = netsAround(grossMinor, from, step);
  const twice = BigInt(under + over) * (100_000_000n + from.micro);
  return BigInt(grossMinor) * 200_000_000n >= twice ? over : under;
}
const group = (percent: number, grossMinor: number, step = 1): VatGroup => {
  const netMinor = nearestNet(grossMinor, rate(percent), step);
  return { percent, netMinor, vatMinor: grossMinor - netMinor, grossMinor };
};
type Part = 'netMinor' | 'vatMinor' | 'grossMinor';
const PARTS = ['netMinor', 'vatMinor', 'grossMinor'] as const;
const sum = (groups: readonly VatGroup[], part: Part) => groups.reduce((total, each) => total + each[part], 0);
const ofRate = (groups: readonly VatGroup[], percent: number) => groups.filter(each => each.percent === percent);

interface Case {
  step: number;
  groups: readonly VatGroup[];
}
const anyCase = (maxSteps: number): fc.Arbitrary<Case> =>
  fc
    .tuple(
      fc.constantFrom(...CURRENCIES),
      fc.uniqueArray(fc.tuple(fc.constantFrom(...RATES), fc.integer({ min: 1, max: maxSteps })), {
        minLength: 1,
        maxLength: 4,
        selector: ([{ percent }]) => percent,
      }),
    )
    .map(([currency, amounts]) => {
      const step = stepMinor(currency);
      return { step, groups: amounts.map(([{ percent }, steps]) => group(percent, steps * step, step)) };
    });

/** Returns the accounting errors of a partial credit, compared with the amounts that were left before the credit. */
function faultsOf(each: VatGroup, left: VatGroup, step: number): string[] {
  // The exact net amount lies between `under` and `over`. One more step is allowed, because the credit may compensate earlier
  // rounding.
  const [under, over] = netsAround(each.grossMinor, rate(each.percent), step);
  const faults: readonly (readonly [isSo: boolean, what: string])[] = [
    [each.netMinor + each.vatMinor !== each.grossMinor, 'does not add up'],
    [PARTS.some(part => each[part] % step !== 0), 'is not in whole steps'],
    [PARTS.some(part => each[part] < 0), 'is below nothing'],
    [PARTS.some(part => each[part] > left[part]), 'is more than is left'],
    [each.netMinor < Math.min(under, over - step) || each.netMinor > Math.max(over, under + step), 'has another rate'],
  ];
  return faults.filter(([isSo]) => isSo).map(([, what]) => `${JSON.stringify(each)} of ${JSON.stringify(left)} ${what}`);
}

function giveBack({ groups, step }: Case, credited: readonly VatGroup[], amountMinor: number): readonly VatGroup[] {
  const share = vatShare({ groups, credited, amountMinor, stepMinor: step });
  const faults = share.flatMap(each => {
    const [whole, before] = [ofRate(groups, each.percent), ofRate(credited, each.percent)];
    const [netMinor, vatMinor, grossMinor] = PARTS.map(part => sum(whole, part) - sum(before, part)) as [number, number, number];
    return faultsOf(each, { percent: each.percent, netMinor, vatMinor, grossMinor }, step);
  });
  expect([sum(share, 'grossMinor'), faults]).toEqual([amountMinor, []]);
  return [...credited, ...share];
}

function expectAllCredited({ groups }: Case, credited: readonly VatGroup[]): void {
  for (const each of groups)
    for (const part of PARTS) expect([part, sum(ofRate(credited, each.percent), part)]).toEqual([part, each[part]]);
}

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
    const input = { groups: [group(19, 853)], credited: [group(19, 500)], amountMinor: 354, stepMinor: 1 };
    expect(() => vatShare(input)).toThrow(new RangeError('More than is left of the document'));
  });

  test('gives the odd cent to the rate that is furthest from its share, and names no rate of which nothing goes back', () => {
    const groups = [group(7, 10), group(19, 90)];
    const grossOf = (amountMinor: number) =>
      vatShare({ groups, credited: [], amountMinor, stepMinor: 1 }).map(({ percent, grossMinor }) => [percent, grossMinor]);
    expect(grossOf(16)).toEqual([
      [7, 2],
      [19, 14],
    ]);
    expect(grossOf(13)).toEqual([
      [7, 1],
      [19, 12],
    ]);
    expect(grossOf(1)).toEqual([[19, 1]]);
    expect(grossOf(4)).toEqual([[19, 4]]);
  });

  test.each([
    [4000, { netMinor: 3100, vatMinor: 900 }],
    [20_000, { netMinor: 15_700, vatMinor: 4300 }],
    [100, { netMinor: 100, vatMinor: 0 }],
  ])('is in whole forints: of %d fillér', (amountMinor, expected) => {
    const groups = [group(27, 802_400, 100)];
    const share = vatShare({ groups, credited: [], amountMinor, stepMinor: 100 });
    expect(share).toEqual([{ percent: 27, grossMinor: amountMinor, ...expected }]);
  });

  test('is in whole forints again after a credit note that was not', () => {
    const groups = [group(27, 802_400, 100)];
    const credited = [{ percent: 27, netMinor: 3150, vatMinor: 850, grossMinor: 4000 }];
    for (const amountMinor of [4000, 798_400]) {
      const [share] = vatShare({ groups, credited, amountMinor, stepMinor: 100 });
      expect([share?.grossMinor, (share?.netMinor ?? 1) % 100, (share?.vatMinor ?? 1) % 100]).toEqual([amountMinor, 0, 0]);
    }
  });

  test('leaves as much of net and tax as belongs to what is left, a cent at a time', () => {
    const one: Case = { step: 1, groups: [group(19, 10)] };
    let credited: readonly VatGroup[] = [];
    for (let cent = 0; cent < 10; cent += 1) credited = giveBack(one, credited, 1);
    expect(credited.map(({ netMinor }) => netMinor).filter(net => net === 0)).toHaveLength(2);
    expectAllCredited(one, credited);
  });

  test('adds up in every currency, rate by rate, in as many parts as there are cents or forints', () => {
    fc.assert(
      fc.property(anyCase(40), fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 160 }), (each, steps) => {
        let credited: readonly VatGroup[] = [];
        const leftMinor = () => sum(each.groups, 'grossMinor') - sum(credited, 'grossMinor');
        for (const count of steps)
          if (leftMinor() > 0) credited = giveBack(each, credited, Math.min(count * each.step, leftMinor()));
        while (leftMinor() > 0) credited = giveBack(each, credited, each.step);
        expectAllCredited(each, credited);
      }),
      runs(100),
    );
  });

  test('adds up in large parts too, and the first is that of a bill of its own', () => {
    fc.assert(
      fc.property(anyCase(3_000_000), fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }), (each, parts) => {
        let credited: readonly VatGroup[] = [];
        const leftMinor = () => sum(each.groups, 'grossMinor') - sum(credited, 'grossMinor');
        for (const part of parts) {
          const amountMinor = Math.floor((leftMinor() * part) / each.step) * each.step;
          if (amountMinor > 0) credited = giveBack(each, credited, amountMinor);
        }
        if (leftMinor() > 0) credited = giveBack(each, credited, leftMinor());
        expectAllCredited(each, credited);
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...RATES), fc.constantFrom(1, 100), fc.integer({ min: 2, max: 1e6 }), (from, step, steps) => {
        const groups = [group(from.percent, steps * step, step)];
        const amountMinor = Math.ceil(steps / 3) * step;
        const [share] = vatShare({ groups, credited: [], amountMinor, stepMinor: step });
        const [under, over] = netsAround(amountMinor, from, step);
        expect([under, over]).toContain(share?.netMinor);
      }),
    );
  });
});
