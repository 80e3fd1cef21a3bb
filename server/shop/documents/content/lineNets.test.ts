import { describe, expect, test } from '@jest/globals';
import type { Currency } from '../../../../shared/model/money.ts';
import type { BillLine, VatGroup } from '../../../../shared/model/tariff.ts';
import { lineNets, netPriceMicro } from './lineNets.ts';

const line = (amountMinor: number, vatPercent = 19): BillLine => ({
  kind: 'energy',
  quantity: 1000,
  unitPriceMicro: amountMinor * 10_000,
  amountMinor,
  vatPercent,
});
const group = (netMinor: number, percent = 19): VatGroup => ({ percent, netMinor, vatMinor: 0, grossMinor: 0 });
const nets = (lines: readonly BillLine[], vat: readonly VatGroup[], currency: Currency = 'EUR') =>
  lineNets({ lines, vat, currency });

describe('The net amounts of lines', () => {
  test('add up to that of their rate, where each by itself would be rounded down', () => {
    // Exact net amounts in cents: 84.03 + 84.03 + 84.87 = 252.94, rounded to 253.
    expect(nets([line(100), line(100), line(101)], [group(253)])).toEqual([84, 84, 85]);
    expect(nets([line(101), line(100), line(100)], [group(253)])).toEqual([85, 84, 84]);
  });

  test('of two rates are shared out rate by rate', () => {
    expect(nets([line(100), line(107, 7), line(119)], [group(184), group(100, 7)])).toEqual([84, 100, 100]);
  });

  test('in forints are whole, and what is missing is given out forint by forint', () => {
    // Exact net amounts in forints, before rounding: 196.85 + 314.96 + 78.74 = 590.55.
    const lines = [line(25_000, 27), line(40_000, 27), line(10_000, 27)];
    expect(nets(lines, [group(59_100, 27)], 'HUF')).toEqual([19_700, 31_500, 7900]);
    expect(nets(lines, [group(59_000, 27)], 'HUF')).toEqual([19_700, 31_500, 7800]);
  });

  test('of a part that was rounded by itself take the difference in one place', () => {
    expect(nets([line(119), line(119)], [group(199)])).toEqual([99, 100]);
    expect(nets([line(119), line(119)], [group(205)])).toEqual([104, 101]);
  });

  test('are nothing for a line whose rate the document does not have', () => {
    expect(nets([line(100, 7)], [])).toEqual([0]);
  });
});

test('A line has the net price of its unit, and one of the session as a whole has what it costs', () => {
  expect(netPriceMicro({ ...line(119), unitPriceMicro: 595_000 }, 100)).toBe(500_000);
  expect(netPriceMicro({ ...line(-119), kind: 'other' }, -100)).toBe(1_000_000);
});
