import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { DatedTariff, OperatorData } from '../../server/core/records/records.ts';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import { type OpenOperator, type Ordered, openOperator, PLAIN } from '../support/openShop.ts';

const SHOP = await readOperatorData('demo');
const TARIFF_ID = 'DE*BLF*plain';
const CHANGES_AT = '2026-12-31T23:00:00Z';

/** Returns the plain tariff with a different energy price. */
function repriced(energyMicro: number, dates: Partial<DatedTariff> = {}): DatedTariff {
  const known = SHOP.tariffs.find(({ id }) => id === TARIFF_ID);
  if (!known) throw new Error('The demo shop has lost its plain tariff');
  const tariff = structuredClone(known.tariff);
  for (const { components } of tariff.elements) {
    for (const component of components) if (component.type === 'ENERGY') component.priceMicro = energyMicro;
  }
  return { ...known, version: `at ${energyMicro}`, tariff, ...dates };
}
const withTariffs = (...tariffs: readonly DatedTariff[]): OperatorData => ({
  ...SHOP,
  tariffs: [...SHOP.tariffs.filter(({ id }) => id !== TARIFF_ID), ...tariffs],
});

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator({ startsAt: '2026-12-31T22:50:00Z' });
});
afterEach(() => shop.close());

/**
 * Delivers 10 kWh.
 * @returns the captured amount in cents
 */
async function paidFor(charging: Ordered): Promise<number | null> {
  await shop.pass(3600);
  await shop.stations.end(charging.authorizationReference, { energyWh: 10_000, at: shop.clock.now() });
  await shop.pass(5);
  return (await shop.payment(charging)).capturedMinor;
}

const priceNow = async () => (await shop.operator.getChargingPoint(PLAIN)).plugs[0]?.prices.now.energyMicro;
const nextPrices = async () => (await shop.operator.getChargingPoint(PLAIN)).plugs[0]?.nextPrices;

describe('a new price', () => {
  test('is shown at once, and an order by the old one is asked again', async () => {
    const orderRequest = await shop.request();
    await shop.operator.importData(withTariffs(repriced(610_000)));
    expect(await priceNow()).toBe(610_000);
    await expect(shop.operator.startSession(orderRequest)).rejects.toMatchObject({ code: 'tariff-changed' });
  });

  test('that is announced for a date is sold from that instant on, and not before', async () => {
    await shop.operator.importData(withTariffs(repriced(490_000), repriced(610_000, { from: Date.parse(CHANGES_AT) })));
    const orderRequest = await shop.request();
    expect(await priceNow()).toBe(490_000);
    const announced = { from: '2026-12-31T23:00:00.000Z', prices: { now: { energyMicro: 610_000 } } };
    expect(await nextPrices()).toMatchObject(announced);
    await shop.pass(599);
    expect(await priceNow()).toBe(490_000);
    await shop.pass(1);
    expect([await priceNow(), await nextPrices()]).toEqual([610_000, undefined]);
    await expect(shop.operator.startSession(orderRequest)).rejects.toMatchObject({ code: 'tariff-changed' });
  });

  test('is announced when an offer ends, and is not announced if it costs the same or is taken back', async () => {
    const until = Date.parse(CHANGES_AT);
    await shop.operator.importData(
      withTariffs(repriced(490_000, { from: 0 }), repriced(390_000, { from: until - 3_600_000, until })),
    );
    expect(await nextPrices()).toMatchObject({
      from: CHANGES_AT.replace('Z', '.000Z'),
      prices: { now: { energyMicro: 490_000 } },
    });
    await shop.operator.importData(withTariffs(repriced(490_000), repriced(490_000, { from: until })));
    expect(await nextPrices()).toBeUndefined();
    await shop.operator.importData(withTariffs(repriced(490_000), repriced(610_000, { from: until })));
    expect(await nextPrices()).toBeDefined();
    await shop.operator.importData(withTariffs(repriced(490_000)));
    expect(await nextPrices()).toBeUndefined();
  });

  test('leaves a session as it was agreed, to the bill', async () => {
    const charging = await shop.charging();
    const agreed = await shop.operator.getSession(charging);
    await shop.operator.importData(withTariffs(repriced(990_000)));
    const { contract } = await shop.operator.getSession(charging);
    expect(contract).toEqual(agreed.contract);
    expect(await paidFor(charging)).toBe(490);
  });

  test('ends, and where none follows nothing is sold', async () => {
    await shop.operator.importData(withTariffs(repriced(490_000, { until: Date.parse(CHANGES_AT) })));
    expect((await shop.operator.getChargingPoint(PLAIN)).plugs[0]?.state).toBe('available');
    const orderRequest = await shop.request();
    await shop.pass(600);
    expect((await shop.operator.getChargingPoint(PLAIN)).plugs[0]?.state).toBe('unavailable');
    await expect(shop.operator.startSession(orderRequest)).rejects.toMatchObject({ code: 'plug-taken' });
  });
});

describe('what the files no longer name', () => {
  test('a point: its session goes on, is billed, and its receipt is found', async () => {
    const charging = await shop.charging();
    await shop.operator.importData({ ...SHOP, points: SHOP.points.filter(({ evseId }) => evseId !== PLAIN.evseId) });
    await expect(shop.operator.getChargingPoint(PLAIN)).rejects.toMatchObject({ code: 'no-charging-point' });
    expect((await shop.operator.getSession(charging)).kind).toBe('running');
    expect(await paidFor(charging)).toBe(490);
    expect((await shop.operator.getReceipt({ receipt: charging.sessionId })).totalMinor).toBe(490);
  });

  test('a brand with all it sold: the pages of its sessions still have it, and nothing is sold', async () => {
    const charging = await shop.charging();
    const rest = { ...SHOP, clients: SHOP.clients.filter(({ id }) => id !== 'blaufink') };
    await shop.operator.importData({ ...rest, points: SHOP.points.filter(({ clientId }) => clientId !== 'blaufink') });
    expect((await shop.operator.getClient({ clientId: 'blaufink' })).name).toBe('Blaufink Ladenetz');
    expect((await shop.operator.getSession(charging)).kind).toBe('running');
    await expect(shop.operator.getChargingPoint(PLAIN)).rejects.toMatchObject({ code: 'no-charging-point' });
    expect(await paidFor(charging)).toBe(490);
    const { vat } = await shop.operator.getReceipt({ receipt: charging.sessionId });
    expect(vat.map(({ percent }) => percent)).toEqual([19]);
  });
});
