import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import { billManually } from '../../server/staff/acts/manualSettlement.ts';
import { MINUTE_S } from '../../shared/model/time.ts';
import { billOf, charged, keys, whFor } from '../support/money.ts';
import { msBetween } from '../support/msBetween.ts';
import { type OpenOperator, openOperator, PLAIN } from '../support/openShop.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator();
});
afterEach(() => shop.close());

describe('The bill', () => {
  it('is taken from the hold once, and its document has the first number', async () => {
    const ordered = await charged(shop, 853);
    expect(await shop.payment(ordered)).toMatchObject({ state: 'captured', capturedMinor: 853, amountMinor: 8000 });
    expect(shop.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 853 }]);
    expect(await shop.documents()).toEqual(['R-BLA-2026-000001']);
    expect(await shop.attention()).toEqual([]);
  });

  it('is made and can be read although the point left the operator’s files meanwhile', async () => {
    const ordered = await shop.charging();
    const data = await readOperatorData('demo');
    const sold = new Set(['DE*FRW*E2001*1']);
    await shop.operator.importData({ ...data, points: data.points.filter(({ evseId }) => sold.has(evseId)) });
    await charged(shop, 853, ordered);
    expect(shop.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 853 }]);
    const { id } = await shop.session(ordered);
    expect(await shop.operator.getReceipt({ receipt: id })).toMatchObject({ totalMinor: 853, isBilled: true });
    const { clientId, evseId } = await shop.session(ordered);
    await expect(shop.operator.getChargingPoint({ clientId, evseId })).rejects.toMatchObject({ code: 'no-charging-point' });
  });

  it('stays the same however often the station tells that it is over', async () => {
    const ordered = await charged(shop, 853);
    const before = await shop.session(ordered);
    for (let n = 0; n < 3; n++) await shop.stations.reportAgain(ordered.authorizationReference);
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 99_000 });
    await shop.pass(10 * MINUTE_S);
    expect((await shop.session(ordered)).bill).toEqual(before.bill);
    expect(shop.payments.takings).toHaveLength(1);
    expect(await shop.documents()).toHaveLength(1);
  });

  it('waits for the last meter value, and an alert is raised when it does not come', async () => {
    const ordered = await shop.charging();
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 0, isFinal: false });
    await shop.pass(14 * MINUTE_S);
    expect(await shop.session(ordered)).toMatchObject({ state: 'stopping', bill: null });
    expect(await shop.attention()).toEqual([]);
    await shop.pass(2 * MINUTE_S);
    expect(await shop.attention()).toEqual(['last meter value missing']);
    expect(shop.payments.takings).toEqual([]);
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: whFor(100) });
    await shop.pass(0);
    expect(shop.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 100 }]);
  });

  it('that waits for its last meter value is told of, although nobody looked in the minute it became late', async () => {
    const ordered = await shop.charging();
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 0, isFinal: false });
    await shop.pass(14 * MINUTE_S);
    const answer = shop.stations.hold('read');
    await shop.pass(3 * MINUTE_S);
    answer();
    await shop.pass(5 * MINUTE_S);
    expect(await shop.attention()).toEqual(['last meter value missing']);
  });

  it('asks for no start fee where no energy flowed: nobody pays for a charging session that was none', async () => {
    const started = { clientId: 'blaufink', evseId: 'DE*BLF*E1004*1', connector: '1' } as const;
    const without = await charged(shop, 0, await shop.charging(started));
    expect(await shop.payment(without)).toMatchObject({ state: 'released', capturedMinor: null });
    expect(await billOf(shop, without)).toMatchObject({ lines: [], totalMinor: 0 });
    const some = await charged(shop, 49, await shop.charging(started));
    expect((await billOf(shop, some)).lines.map(({ kind }) => kind)).toEqual(['energy', 'start']);
  });

  it('of nothing gives the whole hold back, without a document and without anybody’s attention', async () => {
    const ordered = await charged(shop, 0);
    expect(await shop.payment(ordered)).toMatchObject({ state: 'released', capturedMinor: null });
    expect(shop.payments.truth(ordered.ref).state).toBe('released');
    expect(keys(shop, 'capture')).toEqual([]);
    expect(await shop.documents()).toEqual([]);
    expect(await shop.attention()).toEqual([]);
  });

  it('below the smallest amount a card can be charged is waived, and noted', async () => {
    const ordered = await charged(shop, 49);
    expect((await billOf(shop, ordered)).totalMinor).toBe(49);
    expect((await shop.payment(ordered)).state).toBe('released');
    expect(shop.payments.takings).toEqual([]);
    expect(await shop.documents()).toEqual([]);
    expect(await shop.attention()).toEqual(['below the smallest capture: waived']);
  });

  it('of exactly the smallest amount is taken', async () => {
    await charged(shop, 50);
    expect(shop.payments.takings).toMatchObject([{ amountMinor: 50 }]);
  });

  it('above the hold waits for a person: nothing is captured, and no document is issued', async () => {
    const ordered = await charged(shop, 9000);
    expect(await shop.session(ordered)).toMatchObject({ state: 'stopping', review: { oursMinor: 9000, maxMinor: 8000 } });
    expect(shop.payments.takings).toEqual([]);
    expect(await shop.documents()).toEqual([]);
    expect(await shop.attention()).toEqual(['the bill is above the hold and waits']);
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: whFor(9000) });
    await shop.pass(0);
    expect(await shop.attention()).toEqual(['the bill is above the hold and waits']);
  });

  it.each([
    [8000, 8000, []],
    [null, 9000, ['bill above the hold']],
  ])('above the hold is billed as a person decides, with at most %p cents', async (maxMinor, totalMinor, alerts) => {
    const ordered = await charged(shop, 9000);
    const session = await shop.session(ordered);
    const options = { energyWh: null, maxMinor, endedAt: null };
    await shop.store.inTransaction(trx => billManually({ trx, session, reason: 'seen', now: shop.clock.now() }, options));
    await shop.pass(60);
    expect((await billOf(shop, ordered)).totalMinor).toBe(totalMinor);
    expect(shop.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 8000 }]);
    expect(await shop.attention()).toEqual(['the bill is above the hold and waits', ...alerts]);
  });

  it('charges no time after our stop was accepted, however long the station takes', async () => {
    const minute = { clientId: 'canarybolt', evseId: 'DE*CNB*E3004*1' };
    const ordered = await shop.charging(minute);
    const { startedAt } = await shop.session(ordered);
    await shop.pass(10 * MINUTE_S);
    await shop.operator.stopSession(ordered);
    const { stopAcceptedAt } = await shop.session(ordered);
    await shop.pass(20 * MINUTE_S);
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 3000 });
    await shop.pass(0);
    const [line] = (await billOf(shop, ordered)).lines;
    expect(line).toMatchObject({ kind: 'time' });
    expect(line!.quantity).toBeLessThanOrEqual(Math.ceil(msBetween(startedAt, stopAcceptedAt) / 60_000) * 60);
    expect(line!.quantity).toBeGreaterThanOrEqual(10 * MINUTE_S);
  });
});

describe('The amount a driver chose', () => {
  it('is offered only where it covers the least a session costs: else the whole hold would be taken for nothing', async () => {
    const data = await readOperatorData('demo');
    const tariffs = data.tariffs.map(({ tariff, ...record }) => ({
      ...record,
      version: `${record.version}2`,
      tariff: { ...tariff, minPriceMicro: 30_000_000 },
    }));
    await shop.operator.importData({ ...data, tariffs });
    const { plugs } = await shop.operator.getChargingPoint(PLAIN);
    expect(plugs[0]?.limits.map(({ amountMinor }) => amountMinor)).toEqual([4000, 8000]);
  });

  it('is not exceeded by a vehicle that stands for hours at a plug with a blocking fee', async () => {
    const blocking = { clientId: 'canarybolt', evseId: 'DE*CNB*E3003*1', limitMinor: 2000 };
    const ordered = await shop.charging(blocking);
    const standing = { energyWh: 25_000, powerW: 0, isCharging: false };
    // Meter values arrive every minute at first, and every ten seconds near the limit. If the station is silent for longer, the
    // app assumes that the vehicle charges at full power.
    for (let passedS = 0; passedS < 250 * MINUTE_S; ) {
      const stepS = passedS < 150 * MINUTE_S ? MINUTE_S : 10;
      passedS += stepS;
      await shop.pass(stepS);
      await shop.stations.meter(ordered.authorizationReference, { at: shop.clock.now(), ...standing });
    }
    expect((await shop.session(ordered)).state).toBe('paused');
    let waited = 0;
    for (; waited < 3600 && (await shop.session(ordered)).state === 'paused'; waited += 10) {
      await shop.pass(10);
      await shop.stations.meter(ordered.authorizationReference, { at: shop.clock.now(), ...standing });
    }
    expect(waited).toBeGreaterThan(60);
    expect(await shop.session(ordered)).toMatchObject({ state: 'stopping', stopReason: 'limit' });
    await shop.pass(MINUTE_S);
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 25_000 });
    await shop.pass(0);
    const { totalMinor } = await billOf(shop, ordered);
    expect(totalMinor).toBeLessThanOrEqual(2000);
    expect(totalMinor).toBeGreaterThan(1900);
    expect(shop.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: totalMinor }]);
    // The timeout is long, because the test simulates hours of meter values.
  }, 90_000);
});
