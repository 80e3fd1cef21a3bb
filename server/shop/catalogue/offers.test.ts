import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type OpenOperator, openOperator } from '../../../test/support/openShop.ts';
import { energyForAmount } from '../../core/pricing/estimate.ts';
import { priceTable } from '../../core/pricing/priceTable.ts';
import type { ClientRecord, PointRecord } from '../../core/records/records.ts';
import { findClient, findPoint } from '../../store/shop/catalogue.ts';
import { findTariffAt } from '../../store/shop/tariffs.ts';
import { pricingLocationOf, vatOf } from './pricingLocation.ts';

let shop: OpenOperator;
beforeEach(async () => {
  // 20:30 in Berlin. The night price begins at 22:00.
  shop = await openOperator({ startsAt: '2026-11-20T19:30:20Z' });
});
afterEach(() => shop.close());

describe('What a limit buys', () => {
  it('is what it comes to from that minute on, asked once or often, and changes with its price as the hours do', async () => {
    const offered = async () =>
      (await shop.operator.getChargingPoint(NIGHTLY)).plugs.map(({ limits, prices }) => ({
        energies: limits.map(({ energyWh }) => energyWh),
        prices,
      }));
    const seen = new Set<string>();
    for (const seconds of [0, 10, 30, 7200]) {
      await shop.pass(seconds);
      const terms = await offered();
      expect(terms.flatMap(({ energies }) => energies).length).toBeGreaterThan(0);
      expect(terms).toEqual(await afresh());
      expect(await offered()).toEqual(terms);
      seen.add(JSON.stringify(terms));
    }
    expect(seen.size).toBeGreaterThan(1);
  });
});

describe('The hold that is checked first', () => {
  it('is the smallest with half of what 20 kWh cost to spare, not the largest', async () => {
    const firstOf = async (evseId: string, connector: string) => {
      const { plugs } = await shop.operator.getChargingPoint({ clientId: 'blaufink', evseId });
      const plug = plugs.find(({ id }) => id === connector);
      return [plug?.defaultLimitMinor, plug?.limits.map(({ amountMinor }) => amountMinor)];
    };
    expect(await firstOf('DE*BLF*E1001*1', '1')).toEqual([2000, [2000, 4000, 8000]]);
    // At 3.6 kW, the energy that the estimate assumes takes five and a half hours, and the price is per minute.
    expect(await firstOf('DE*BLF*E1005*2', '2')).toEqual([4000, [2000, 4000, 8000]]);
  });

  it('is what an order gets that names none', async () => {
    const request = await shop.request({ clientId: 'blaufink', evseId: 'DE*BLF*E1001*1', connector: '1' });
    const order = await shop.order({ ...request, limitMinor: null });
    expect(await shop.payment(order)).toMatchObject({ amountMinor: 2000 });
  });
});

const NIGHTLY = { clientId: 'blaufink', evseId: 'DE*BLF*E1002*1' };

/** Computes energies and prices of each connector without the cache of `termsNow`. */
async function afresh() {
  const { db } = shop.store;
  const client = (await findClient(db, NIGHTLY.clientId)) as ClientRecord;
  const point = (await findPoint(db, NIGHTLY.evseId)) as PointRecord;
  const now = shop.clock.now();
  const startAt = new Date(now.getTime() - (now.getTime() % 60_000));
  const { plugs } = await shop.operator.getChargingPoint(NIGHTLY);
  const all = plugs.map(async ({ id, limits, powerW }) => {
    const tariffId = point.connectors.find(connector => connector.id === id)?.tariffId ?? '';
    const tariff = (await findTariffAt(db, { id: tariffId, at: now }))?.tariff;
    if (!tariff) throw new Error('Tariff of the plug not found');
    const location = pricingLocationOf(point, { holidays: { isHoliday: () => false } });
    const sold = { tariff, place: location, powerW, vatPercent: vatOf(client, point) };
    return {
      energies: limits.map(({ amountMinor }) => energyForAmount({ ...sold, startAt, amountMinor })),
      prices: priceTable({ ...sold, now }),
    };
  });
  return Promise.all(all);
}
