import { beforeAll, describe, expect, test } from '@jest/globals';
import { someCapabilities } from '../../../test/support/someStation.ts';
import type { ClientRecord, DatedTariff, OperatorData } from '../../core/records/records.ts';
import type { SellingTerms } from '../catalogue/terms.ts';
import { readOperatorData } from './readOperatorData.ts';
import { findSellable } from './sellable.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const TERMS: SellingTerms = {
  clock: { now: () => NOW },
  holidays: { isHoliday: () => false },
  payments: { limits: () => ({ minMinor: 50, stepMinor: 1 }) },
  stations: { capabilities: () => someCapabilities() },
};

/** The first two charging points of the demo: three connectors of the brand blaufink, all with a price. */
let shop: OperatorData;
beforeAll(async () => {
  const { points, ...demo } = await readOperatorData('demo');
  const paid = points.filter(({ evseId }) => /^DE\*BLF\*E(1001|1002)\*1$/.test(evseId));
  shop = { ...demo, points: paid };
});

const plugCount = () => shop.points.reduce((sum, { connectors }) => sum + connectors.length, 0);
const withHolds = (holds: ClientRecord['holds']): OperatorData => ({
  ...shop,
  clients: shop.clients.map(client => ({ ...client, holds })),
});
const withDates = (dates: Pick<DatedTariff, 'from' | 'until'>): OperatorData => ({
  ...shop,
  tariffs: shop.tariffs.map(tariff => ({ ...tariff, ...dates })),
});

describe('what can be sold', () => {
  test('is every plug whose holds are large enough, without a word', () => {
    expect(findSellable(shop, TERMS)).toEqual({ points: 2, plugs: plugCount(), sold: plugCount(), remarks: [] });
  });

  test('is nothing where holds were typed in euros', () => {
    const { sold, remarks } = findSellable(withHolds({ EUR: [50, 20] }), TERMS);
    expect(sold).toBe(0);
    expect(remarks[0]).toMatchObject({ file: 'clients.json', path: '$[1].holds.EUR' });
    expect(remarks[0]?.reason).toMatch(
      /^\d of \d plugs cannot be offered: the holds 0\.50 EUR, 0\.20 EUR are too small, \d+\.\d\d EUR is the minimum/,
    );
  });

  test('is nothing without hold amounts in the currency of the prices', () => {
    const { sold, remarks } = findSellable(withHolds({ CHF: [5000] }), TERMS);
    expect(sold).toBe(0);
    expect(remarks).toEqual([
      {
        file: 'clients.json',
        path: '$[1].holds.EUR',
        reason: `${plugCount()} of ${plugCount()} plugs cannot be offered: blaufink has no hold amounts in EUR`,
      },
    ]);
  });

  test('is nothing where no price applies yet', () => {
    const { sold, remarks } = findSellable(withDates({ from: NOW.getTime() + 1, until: null }), TERMS);
    expect(sold).toBe(0);
    expect(remarks[0]?.reason).toMatch(/no price applies today$/);
  });

  test('goes by the price that began last, in whatever order the files have them', () => {
    const dear = shop.tariffs.map(tariff => ({
      ...tariff,
      from: NOW.getTime() - 1,
      tariff: { ...tariff.tariff, minPriceMicro: 500_000_000 },
    }));
    expect(findSellable({ ...shop, tariffs: [...dear, ...shop.tariffs] }, TERMS).sold).toBe(0);
  });

  test('is told in advance where a price ends and none follows', () => {
    const until = Date.parse('2026-12-31T23:00:00Z');
    const { sold, remarks } = findSellable(withDates({ from: null, until }), TERMS);
    expect(sold).toBe(plugCount());
    expect(new Set(remarks.map(({ reason }) => reason))).toEqual(
      new Set(['has no price from 2026-12-31T23:00:00.000Z on: its plugs are then not offered']),
    );
    const next = shop.tariffs.map(tariff => ({ ...tariff, from: until, until: null }));
    const both = { ...withDates({ from: null, until }), tariffs: [...withDates({ from: null, until }).tariffs, ...next] };
    expect(findSellable(both, TERMS).remarks).toEqual([]);
  });
});
