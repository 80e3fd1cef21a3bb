import { describe, expect, test } from '@jest/globals';
import type { Currency } from '../../../../shared/model/money.ts';
import type { Cdr } from '../../../core/ports/stationPort.ts';
import { compareCdr, doubtsAbout } from './compareCdr.ts';

const at = (clock: string) => new Date(`2026-11-20T${clock}Z`);
const cdrOf = (more: Partial<Cdr> = {}): Cdr => ({
  reference: 'CDR-1',
  currency: 'EUR',
  total: { net: 10_000_000, gross: 11_900_000 },
  tariffIds: [],
  startedAt: at('10:00:00'),
  endedAt: at('12:00:00'),
  energyWh: 20_000,
  invoiceReference: null,
  ...more,
});
const linesOf = (...amounts: (readonly [micro: number, vat: number])[]) =>
  amounts.map(([micro, vatPercent]) => ({
    kind: 'energy' as const,
    quantity: 1,
    unitPriceMicro: 1,
    amount: { top: BigInt(micro), bottom: 1n },
    vatPercent,
  }));

describe('What a station’s source charges, held against our price of 11.90 with 19 % VAT', () => {
  const compare = (more: Partial<Cdr>, currency: Currency = 'EUR') =>
    compareCdr({ cdr: cdrOf(more), tariffId: 'town/T1@DE', currency, lines: linesOf([11_900_000, 19]) });

  test.each([
    [
      { net: 10_000_000, gross: 11_900_000 },
      { kind: 'same', basis: 'gross' },
    ],
    [
      { net: 10_000_000, gross: 11_890_000 },
      { kind: 'same', basis: 'gross' },
    ],
    [
      { net: 10_000_000, gross: 11_910_000 },
      { kind: 'same', basis: 'gross' },
    ],
    [
      { net: 10_010_001, gross: 11_910_001 },
      { kind: 'different', basis: 'gross', oursMinor: 1190, theirsMinor: 1191 },
    ],
    // The platform has rounded the net amount before adding the VAT.
    [
      { net: 10_005_000, gross: 11_912_000 },
      { kind: 'same', basis: 'gross' },
    ],
    [
      { net: 10_000_000, gross: null },
      { kind: 'same', basis: 'net' },
    ],
    [
      { net: 11_900_000, gross: null },
      { kind: 'different', basis: 'net', oursMinor: 1000, theirsMinor: 1190 },
    ],
    [
      { net: 10_000_000_000, gross: 11_900_000_000 },
      { kind: 'different', basis: 'gross', oursMinor: 1190, theirsMinor: 1_190_000 },
    ],
    [
      { net: 0, gross: 0 },
      { kind: 'not-compared', reason: 'no price' },
    ],
    [null, { kind: 'not-compared', reason: 'no price' }],
  ])('%j', (total, expected) => {
    expect(compare({ total })).toEqual(expected);
  });

  test('is compared by the sum before rounding: lines rounded one by one may differ by more', () => {
    const lines = linesOf([3_334_900, 19], [3_334_900, 19], [3_334_900, 19]);
    const cdr = cdrOf({ total: { net: 8_410_000, gross: 10_005_000 } });
    expect(compareCdr({ cdr, tariffId: 'T', currency: 'EUR', lines }).kind).toBe('same');
  });

  test('is compared only by the tariff that was sold, whatever the case of its name, and in its money', () => {
    const total = { net: 1_000_000, gross: null };
    expect(compare({ total, tariffIds: ['town/T2'] })).toEqual({ kind: 'not-compared', reason: 'other tariff' });
    expect(compare({ total, tariffIds: ['town/T'] })).toEqual({ kind: 'not-compared', reason: 'other tariff' });
    expect(compare({ total, tariffIds: ['TOWN/t1'] }).kind).toBe('different');
    expect(compare({ total, tariffIds: ['town/T2', 'town/T1@DE'] }).kind).toBe('different');
    expect(compare({ total }, 'CHF')).toEqual({ kind: 'not-compared', reason: 'other currency' });
  });
});

test('A source that asks nothing for nothing has no other price than ours', () => {
  const cdr = cdrOf({ total: { net: 0, gross: 0 } });
  expect(compareCdr({ cdr, tariffId: 'T', currency: 'EUR', lines: [] })).toEqual({ kind: 'same', basis: 'gross' });
  const idle = { ...cdr, energyWh: 0 };
  const lines = linesOf([1_190_000, 19]);
  const different = { kind: 'different', basis: 'gross', oursMinor: 119, theirsMinor: 0 };
  expect(compareCdr({ cdr: idle, tariffId: 'T', currency: 'EUR', lines })).toEqual(different);
});

describe('An account is doubted', () => {
  const reported = { startedAt: at('10:05:00'), endedAt: at('11:55:00'), energyWh: 20_050 };
  const doubts = (more: Partial<Cdr>, about: { startedAt: Date | null; endedAt: Date | null; energyWh: number } = reported) =>
    doubtsAbout({ cdr: cdrOf(more), currency: 'EUR', powerW: 11_000, before: about });

  test.each([
    [{}, []],
    [{ energyWh: 24_300 }, []],
    [{ energyWh: 24_301 }, ['more energy than the plug can give']],
    [{ energyWh: 19_950, startedAt: at('09:55:00'), endedAt: at('12:05:00') }, []],
    [{ energyWh: 19_949 }, ['less energy than told before']],
    [{ startedAt: at('09:54:59') }, ['other times than told before']],
    [{ endedAt: at('12:05:01') }, ['other times than told before']],
    [{ currency: 'CHF' }, ['other currency']],
    [
      { endedAt: at('10:00:14'), energyWh: 16_660 },
      ['more energy than the plug can give', 'less energy than told before', 'other times than told before'],
    ],
  ])('%j: %j', (more, expected) => {
    expect(doubts(more)).toEqual(expected);
  });

  test('by itself only where nothing was heard of its session', () => {
    const nothing = { startedAt: null, endedAt: null, energyWh: 0 };
    expect(doubts({}, nothing)).toEqual([]);
    expect(doubts({ endedAt: at('09:00:00'), energyWh: 0 }, nothing)).toEqual(['other times than told before']);
  });

  test.each([
    [880_100, []],
    [880_101, ['more energy than the plug can give']],
  ])('for an energy of %i Wh at a plug of unknown power, which counts with 400 kW: %j', (energyWh, expected) => {
    expect(doubtsAbout({ cdr: cdrOf({ energyWh }), currency: 'EUR', powerW: 0, before: reported })).toEqual(expected);
  });
});
