import { describe, expect, it } from '@jest/globals';
import type { BillLine } from '../model/tariff.ts';
import { isCutOff, lineName } from './lineArithmetic.ts';

const line = (changes: Partial<BillLine>): BillLine => ({
  kind: 'blocking',
  quantity: 10_800,
  unitPriceMicro: 100_000,
  amountMinor: 1800,
  vatPercent: 19,
  ...changes,
});

describe('a fee has reached its highest amount', () => {
  it.each([
    ['when it costs less than its minutes times its price', { amountMinor: 1200 }],
    ['even if by a cent', { amountMinor: 1799 }],
  ])('%s', (_, changes) => {
    expect(isCutOff(line(changes), 'EUR')).toBe(true);
  });

  it.each([
    ['when it costs exactly that', {}, 'EUR'],
    ['when it was rounded down: 1.4844 €', { kind: 'energy', quantity: 2516, unitPriceMicro: 590_000, amountMinor: 148 }, 'EUR'],
    ['when it was rounded down to a whole forint', { quantity: 89, unitPriceMicro: 25_000_000, amountMinor: 3700 }, 'HUF'],
    ['when a price per minute is a rounded sixtieth', { quantity: 60_000, unitPriceMicro: 16_667, amountMinor: 1667 }, 'EUR'],
    ['when it is what a highest price of the whole session takes off', { kind: 'other', quantity: 1, amountMinor: -500 }, 'EUR'],
  ] as const)('not %s', (_, changes, currency) => {
    expect(isCutOff(line(changes), currency)).toBe(false);
  });
});

describe('what brings a session to a limit of its price is called', () => {
  it.each([
    ['the highest where it takes something off', -1_004_000, -100, 'highest'],
    ['the highest even where it makes up for a cent of rounding', -2000, 1, 'highest'],
    ['the highest where only rounding is taken off', 0, -1, 'highest'],
    ['the least where it adds something', 1_004_000, 100, 'least'],
    ['the least even where it comes to nothing', 1000, 0, 'least'],
  ])('%s', (_, unitPriceMicro, amountMinor, name) => {
    expect(lineName(line({ kind: 'other', quantity: 1, unitPriceMicro, amountMinor }))).toBe(name);
    expect(lineName(line({}))).toBe('blocking');
  });
});
