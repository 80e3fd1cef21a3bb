import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readOperatorData } from '../../server/operator/import/readOperatorData.ts';
import { billOf, charged, keys, MINUTE_S, whFor } from '../support/money.ts';
import { type OpenOperator, openOperator, PLAIN } from '../support/openOperator.ts';

let house: OpenOperator;
beforeEach(async () => {
  house = await openOperator();
});
afterEach(() => house.close());

describe('The bill', () => {
  it('is taken from the hold once, and its document has the first number', async () => {
    const ordered = await charged(house, 853);
    expect(await house.payment(ordered)).toMatchObject({ state: 'captured', captured_minor: 853, amount_minor: 8000 });
    expect(house.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 853 }]);
    expect(await house.documents()).toEqual(['R-BLA-2026-000001']);
    expect(await house.attention()).toEqual([]);
  });

  it('is made and can be read although the point left the operator’s files meanwhile', async () => {
    const ordered = await house.charging();
    const data = await readOperatorData('demo');
    const sold = new Set(['DE*FRW*E2001*1']);
    await house.operator.importData({ ...data, points: data.points.filter(({ evseId }) => sold.has(evseId)) });
    await charged(house, 853, ordered);
    expect(house.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 853 }]);
    const { id } = await house.session(ordered);
    expect(await house.operator.getReceipt({ receipt: id })).toMatchObject({ totalMinor: 853, isBilled: true });
    const { client_id: clientId, evse_id: evseId } = await house.session(ordered);
    await expect(house.operator.getChargingPoint({ clientId, evseId })).rejects.toMatchObject({ code: 'no-charging-point' });
  });

  it('stays the same however often the station tells that it is over', async () => {
    const ordered = await charged(house, 853);
    const before = await house.session(ordered);
    for (let n = 0; n < 3; n++) await house.stations.tellAgain(ordered.startId);
    await house.stations.end(ordered.startId, { at: house.clock.now(), energyWh: 99_000 });
    await house.pass(10 * MINUTE_S);
    expect((await house.session(ordered)).bill).toBe(before.bill);
    expect(house.payments.takings).toHaveLength(1);
    expect(await house.documents()).toHaveLength(1);
  });

  it('waits for the last meter value, and a person is told when it does not come', async () => {
    const ordered = await house.charging();
    await house.stations.end(ordered.startId, { at: house.clock.now(), energyWh: 0, isFinal: false });
    await house.pass(14 * MINUTE_S);
    expect(await house.session(ordered)).toMatchObject({ state: 'stopping', bill: null });
    expect(await house.attention()).toEqual([]);
    await house.pass(2 * MINUTE_S);
    expect(await house.attention()).toEqual(['last meter value missing']);
    expect(house.payments.takings).toEqual([]);
    await house.stations.end(ordered.startId, { at: house.clock.now(), energyWh: whFor(100) });
    await house.pass(0);
    expect(house.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 100 }]);
  });

  it('that waits for its last meter value is told of, although nobody looked in the minute it became late', async () => {
    const ordered = await house.charging();
    await house.stations.end(ordered.startId, { at: house.clock.now(), energyWh: 0, isFinal: false });
    await house.pass(14 * MINUTE_S);
    const answer = house.stations.keepWaiting('read');
    await house.pass(3 * MINUTE_S);
    answer();
    await house.pass(5 * MINUTE_S);
    expect(await house.attention()).toEqual(['last meter value missing']);
  });

  it('asks for no start fee where no energy flowed: nobody pays for a charging session that was none', async () => {
    const started = { clientId: 'blaufink', evseId: 'DE*BLF*E1004*1', connector: '1' } as const;
    const without = await charged(house, 0, await house.charging(started));
    expect(await house.payment(without)).toMatchObject({ state: 'released', captured_minor: null });
    expect(await billOf(house, without)).toMatchObject({ lines: [], totalMinor: 0 });
    const some = await charged(house, 49, await house.charging(started));
    expect((await billOf(house, some)).lines.map(({ kind }) => kind)).toEqual(['energy', 'start']);
  });

  it('of nothing gives the whole hold back, without a document and without anybody’s attention', async () => {
    const ordered = await charged(house, 0);
    expect(await house.payment(ordered)).toMatchObject({ state: 'released', captured_minor: null });
    expect(house.payments.truth(ordered.ref).state).toBe('released');
    expect(keys(house, 'capture')).toEqual([]);
    expect(await house.documents()).toEqual([]);
    expect(await house.attention()).toEqual([]);
  });

  it('below the smallest amount a card can be charged is waived, and noted', async () => {
    const ordered = await charged(house, 49);
    expect((await billOf(house, ordered)).totalMinor).toBe(49);
    expect((await house.payment(ordered)).state).toBe('released');
    expect(house.payments.takings).toEqual([]);
    expect(await house.documents()).toEqual([]);
    expect(await house.attention()).toEqual(['below the smallest capture: waived']);
  });

  it('of exactly the smallest amount is taken', async () => {
    await charged(house, 50);
    expect(house.payments.takings).toMatchObject([{ amountMinor: 50 }]);
  });

  it('above the hold takes the hold and not a cent more, and a person looks at the rest', async () => {
    const ordered = await charged(house, 9000);
    expect((await billOf(house, ordered)).totalMinor).toBe(9000);
    expect(house.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 8000 }]);
    expect(await house.attention()).toEqual(['bill above the hold']);
  });

  it('charges no time after our stop was accepted, however long the station takes', async () => {
    const minute = { clientId: 'canarybolt', evseId: 'DE*CNB*E3004*1' };
    const ordered = await house.charging(minute);
    const { started_at } = await house.session(ordered);
    await house.pass(10 * MINUTE_S);
    await house.operator.stopSession(ordered);
    const { stop_accepted_at } = await house.session(ordered);
    await house.pass(20 * MINUTE_S);
    await house.stations.end(ordered.startId, { at: house.clock.now(), energyWh: 3000 });
    await house.pass(0);
    const [line] = (await billOf(house, ordered)).lines;
    expect(line).toMatchObject({ kind: 'time' });
    expect(line!.quantity).toBeLessThanOrEqual(Math.ceil((stop_accepted_at! - started_at!) / 60_000) * 60);
    expect(line!.quantity).toBeGreaterThanOrEqual(10 * MINUTE_S);
  });
});

describe('The amount a driver chose', () => {
  it('is offered only where it covers the least a session costs: else the whole hold would be taken for nothing', async () => {
    const data = await readOperatorData('demo');
    const tariffs = data.tariffs.map(({ tariff, ...record }) => ({
      ...{ ...record, version: `${record.version}2` },
      tariff: { ...tariff, minPriceMicro: 30_000_000 },
    }));
    await house.operator.importData({ ...data, tariffs });
    const { plugs } = await house.operator.getChargingPoint(PLAIN);
    expect(plugs[0]?.limits.map(({ amountMinor }) => amountMinor)).toEqual([4000, 8000]);
  });

  it('is not exceeded by a vehicle that stands for hours at a plug with a blocking fee', async () => {
    const blocking = { clientId: 'canarybolt', evseId: 'DE*CNB*E3003*1', limitMinor: 2000 };
    const ordered = await house.charging(blocking);
    const standing = { energyWh: 25_000, powerW: 0, isCharging: false };
    for (let minute = 0; minute < 250; minute += 10) {
      await house.pass(10 * MINUTE_S);
      await house.stations.meter(ordered.startId, { at: house.clock.now(), ...standing });
    }
    expect((await house.session(ordered)).state).toBe('paused');
    let waited = 0;
    for (; waited < 3600 && (await house.session(ordered)).state === 'paused'; waited += 10) {
      await house.pass(10);
      await house.stations.meter(ordered.startId, { at: house.clock.now(), ...standing });
    }
    expect(waited).toBeGreaterThan(60);
    expect(await house.session(ordered)).toMatchObject({ state: 'stopping', stop_reason: 'limit' });
    await house.pass(MINUTE_S);
    await house.stations.end(ordered.startId, { at: house.clock.now(), energyWh: 25_000 });
    await house.pass(0);
    const { totalMinor } = await billOf(house, ordered);
    expect(totalMinor).toBeLessThanOrEqual(2000);
    expect(totalMinor).toBeGreaterThan(1900);
    expect(house.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: totalMinor }]);
  });
});
