import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Bill } from '../../shared/tariff.ts';
import { until } from '../../test/support/openHouse.ts';
import { type OpenOperator, type Ordered, openOperator } from '../../test/support/openOperator.ts';
import { readOperatorData } from './import/readOperatorData.ts';
import { outboxDepth } from './store/outboxRows.ts';

let house: OpenOperator;
beforeEach(async () => {
  house = await openOperator();
});
afterEach(() => house.close());

const MINUTE_S = 60;
/** 49 cents a kilowatt-hour: so much energy for so many cents. */
const whFor = (cents: number): number => Math.round((cents / 49) * 1000);

/** Charges until the bill is so high, and lets the station end it. */
async function charged(cents: number, ordered?: Ordered): Promise<Ordered> {
  const session = ordered ?? (await house.charging());
  await house.pass(600);
  await house.stations.end(session.startId, { at: house.clock.now(), energyWh: whFor(cents) });
  await house.pass(0);
  return session;
}
const steps = (...wanted: readonly string[]) => house.payments.calls.filter(({ step }) => wanted.includes(step));
const keys = (step: string) => steps(step).map(({ key }) => key.replace(/:[\w-]{22}:/, ':'));
const billOf = async (ordered: Ordered): Promise<Bill> => JSON.parse((await house.session(ordered)).bill ?? 'null') as Bill;

describe('The bill', () => {
  it('is taken from the hold once, and its document has the first number', async () => {
    const ordered = await charged(853);
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
    await charged(853, ordered);
    expect(house.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 853 }]);
    const { id } = await house.session(ordered);
    expect(await house.operator.getReceipt({ receipt: id })).toMatchObject({ totalMinor: 853, isBilled: true });
    const { client_id: clientId, evse_id: evseId } = await house.session(ordered);
    await expect(house.operator.getChargingPoint({ clientId, evseId })).rejects.toMatchObject({ code: 'no-charging-point' });
  });

  it('stays the same however often the station tells that it is over', async () => {
    const ordered = await charged(853);
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

  it('of nothing gives the whole hold back, without a document and without anybody’s attention', async () => {
    const ordered = await charged(0);
    expect(await house.payment(ordered)).toMatchObject({ state: 'released', captured_minor: null });
    expect(house.payments.truth(ordered.ref).state).toBe('released');
    expect(keys('capture')).toEqual([]);
    expect(await house.documents()).toEqual([]);
    expect(await house.attention()).toEqual([]);
  });

  it('below the smallest amount a card can be charged is waived, and noted', async () => {
    const ordered = await charged(49);
    expect((await billOf(ordered)).totalMinor).toBe(49);
    expect((await house.payment(ordered)).state).toBe('released');
    expect(house.payments.takings).toEqual([]);
    expect(await house.documents()).toEqual([]);
    expect(await house.attention()).toEqual(['below the smallest capture: waived']);
  });

  it('of exactly the smallest amount is taken', async () => {
    await charged(50);
    expect(house.payments.takings).toMatchObject([{ amountMinor: 50 }]);
  });

  it('above the hold takes the hold and not a cent more, and a person looks at the rest', async () => {
    const ordered = await charged(9000);
    expect((await billOf(ordered)).totalMinor).toBe(9000);
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
    const [line] = (await billOf(ordered)).lines;
    expect(line).toMatchObject({ kind: 'time' });
    expect(line!.quantity).toBeLessThanOrEqual(Math.ceil((stop_accepted_at! - started_at!) / 60_000) * 60);
    expect(line!.quantity).toBeGreaterThanOrEqual(10 * MINUTE_S);
  });
});

describe('The amount a driver chose', () => {
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
    const { totalMinor } = await billOf(ordered);
    expect(totalMinor).toBeLessThanOrEqual(2000);
    expect(totalMinor).toBeGreaterThan(1900);
    expect(house.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: totalMinor }]);
  });
});

describe('A capture', () => {
  it('whose answer is lost is read, and the money is taken once', async () => {
    house.payments.trouble('capture', 'lost');
    const ordered = await charged(853);
    await house.pass(5 * MINUTE_S);
    expect(
      steps('capture', 'read')
        .slice(-2)
        .map(({ step }) => step),
    ).toEqual(['capture', 'read']);
    expect(keys('capture')).toEqual(['capture:1']);
    expect(house.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 853 }]);
    expect(await house.payment(ordered)).toMatchObject({ state: 'captured', captured_minor: 853 });
    expect(await house.documents()).toHaveLength(1);
  });

  it('that fails is tried again with the next key, but only after the truth was read', async () => {
    house.payments.trouble('capture', 'refused', 'refused');
    const ordered = await charged(853);
    await house.pass(5 * MINUTE_S);
    const first = house.payments.calls.findIndex(({ step }) => step === 'capture');
    expect(house.payments.calls.slice(first).map(({ step }) => step)).toEqual(['capture', 'read', 'capture', 'read', 'capture']);
    expect(keys('capture')).toEqual(['capture:1', 'capture:2', 'capture:3']);
    expect(house.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 853 }]);
    expect(await house.documents()).toEqual(['R-BLA-2026-000001']);
  });

  it('keeps its key while the truth cannot be read either', async () => {
    const ordered = await house.charging();
    house.payments.trouble('capture', 'refused');
    house.payments.trouble('read', 'refused', 'refused');
    await charged(853, ordered);
    expect((await house.payment(ordered)).key_n).toBe(1);
    await house.pass(5 * MINUTE_S);
    expect(keys('capture').slice(0, 2)).toEqual(['capture:1', 'capture:1']);
    expect(house.payments.takings).toHaveLength(1);
    expect((await house.payment(ordered)).state).toBe('captured');
  });

  it('goes on after hours of a provider that is down', async () => {
    house.payments.trouble('capture', ...Array.from({ length: 20 }, () => 'refused' as const));
    const ordered = await charged(853);
    await house.pass(30);
    expect((await house.payment(ordered)).state).toBe('capturing');
    await house.pass(3 * 3600);
    expect(house.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 853 }]);
    await until(
      () => outboxDepth(house.store.db),
      ({ depth }) => depth === 0,
    );
  });

  it('that was on its way when the process died takes the money once', async () => {
    const answer = house.payments.keepWaiting('capture');
    const ordered = await charged(853);
    await house.restart();
    await house.pass(2 * MINUTE_S);
    answer();
    await house.pass(2 * MINUTE_S);
    expect(house.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 853 }]);
    expect((await house.payment(ordered)).state).toBe('captured');
    expect(await house.documents()).toEqual(['R-BLA-2026-000001']);
  });

  it('finds the hold gone: nothing is taken, no number is used up, and a person is told', async () => {
    const ordered = await house.charging();
    house.payments.change(ordered.ref, { state: 'released', captureBefore: null });
    await charged(853, ordered);
    expect((await house.payment(ordered)).state).toBe('capture_failed');
    expect(house.payments.takings).toEqual([]);
    expect(await house.documents()).toEqual([]);
    expect(await house.attention()).toEqual(['hold gone before capture']);
  });

  it('that takes long keeps no other driver from charging', async () => {
    const answer = house.payments.keepWaiting('capture');
    const slow = await charged(853);
    const other = await house.paid({ evseId: 'DE*BLF*E1001*3' });
    await house.pass(30);
    expect(house.stations.calls).toContainEqual({ step: 'start', startId: other.startId });
    await house.stations.plugIn(other.startId, house.clock.now());
    expect((await house.session(other)).state).toBe('running');
    answer();
    await house.pass(0);
    expect((await house.payment(slow)).state).toBe('captured');
  });

  it('leaves no number out when one of many cannot be captured', async () => {
    const points = ['DE*BLF*E1001*1', 'DE*BLF*E1001*2', 'DE*BLF*E1001*3'];
    const orders: Ordered[] = [];
    for (const evseId of points) orders.push(await house.charging({ evseId }));
    house.payments.change(orders[1]!.ref, { state: 'released' });
    for (const ordered of orders) await charged(500, ordered);
    expect(house.payments.takings).toHaveLength(2);
    expect(await house.documents()).toEqual(['R-BLA-2026-000001', 'R-BLA-2026-000002']);
  });
});

describe('A hold', () => {
  it('stays while the station’s answer is unknown, and goes back after a definite one', async () => {
    const ordered = await house.paid();
    house.stations.trouble('cancelStart', 'unheard', 'unheard', 'unheard');
    await house.operator.cancelStart(ordered);
    await house.pass(1);
    expect((await house.session(ordered)).state).toBe('cancelling');
    expect(house.payments.truth(ordered.ref).state).toBe('authorised');
    expect(keys('release')).toEqual([]);
    await house.pass(5 * MINUTE_S);
    expect(await house.session(ordered)).toMatchObject({ state: 'cancelled', why: 'cancelled' });
    expect(house.payments.truth(ordered.ref).state).toBe('released');
    const asked = house.stations.calls.filter(({ step }) => step === 'cancelStart');
    expect(asked).toHaveLength(4);
  });

  it('goes back when the station refuses, and the driver is told why', async () => {
    house.stations.refuseNext();
    const ordered = await house.paid();
    expect(await house.session(ordered)).toMatchObject({ state: 'cancelled', why: 'refused' });
    expect((await house.payment(ordered)).state).toBe('released');
    expect(house.payments.takings).toEqual([]);
  });

  it('goes back when nobody plugs in within three minutes', async () => {
    const ordered = await house.paid();
    await house.pass(3 * MINUTE_S - 5);
    expect((await house.session(ordered)).state).toBe('starting');
    await house.pass(15);
    expect(await house.session(ordered)).toMatchObject({ state: 'cancelled', why: 'never-started' });
    expect(house.payments.truth(ordered.ref).state).toBe('released');
  });

  it('is released with the next key after a failure, and the truth is read in between', async () => {
    const ordered = await house.paid();
    house.payments.trouble('release', 'refused');
    await house.operator.cancelStart(ordered);
    await house.pass(MINUTE_S);
    expect(keys('release')).toEqual(['release:1', 'release:2']);
    expect(house.payments.truth(ordered.ref).state).toBe('released');
    expect((await house.payment(ordered)).state).toBe('released');
  });

  it('that was released although the answer got lost is not asked for again', async () => {
    const ordered = await house.paid();
    house.payments.trouble('release', 'lost');
    await house.operator.cancelStart(ordered);
    await house.pass(MINUTE_S);
    expect(keys('release')).toEqual(['release:1']);
    expect((await house.payment(ordered)).state).toBe('released');
  });

  it('pays for charging that began while the driver gave up', async () => {
    const ordered = await house.paid();
    house.stations.trouble('cancelStart', 'unheard');
    await house.operator.cancelStart(ordered);
    await house.stations.plugIn(ordered.startId, house.clock.now());
    await house.pass(10);
    expect(await house.session(ordered)).toMatchObject({ state: 'stopping', stop_reason: 'late-start' });
    expect(house.stations.wasAskedToStop(ordered.startId)).toBe(true);
    await house.stations.end(ordered.startId, { at: house.clock.now(), energyWh: whFor(200) });
    await house.pass(0);
    expect(house.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 200 }]);
  });

  it('that is gone when charging begins late leads to a stop, a bill and somebody’s attention', async () => {
    const ordered = await house.paid();
    await house.operator.cancelStart(ordered);
    await house.pass(MINUTE_S);
    expect(house.payments.truth(ordered.ref).state).toBe('released');
    await house.stations.plugIn(ordered.startId, house.clock.now());
    await house.pass(1);
    expect(house.stations.wasAskedToStop(ordered.startId)).toBe(true);
    await house.stations.end(ordered.startId, { at: house.clock.now(), energyWh: whFor(120) });
    await house.pass(MINUTE_S);
    expect(await house.session(ordered)).toMatchObject({ state: 'completed', total_minor: 120 });
    expect(house.payments.takings).toEqual([]);
    expect(await house.attention()).toEqual(['energy without a hold']);
  });

  it('that lapses while charging ends the session, and a person is told', async () => {
    const ordered = await house.paid();
    const soon = new Date(house.clock.now().getTime() + 13 * 3_600_000);
    house.payments.change(ordered.ref, { captureBefore: soon });
    await house.operator.look(ordered.ref);
    await house.stations.plugIn(ordered.startId, house.clock.now());
    house.payments.change(ordered.ref, { state: 'released', captureBefore: null });
    await house.operator.look(ordered.ref);
    await house.pass(1);
    expect(await house.session(ordered)).toMatchObject({ state: 'stopping', stop_reason: 'hold-expiry' });
    expect(house.stations.wasAskedToStop(ordered.startId)).toBe(true);
    expect(await house.attention()).toEqual(['hold lapsed while charging']);
  });

  it('ends the session twelve hours before it would lapse, while there is still something to take', async () => {
    const ordered = await house.order();
    house.payments.pay(ordered.ref, { captureBefore: new Date(house.clock.now().getTime() + 13 * 3_600_000) });
    await house.operator.settleOrder(ordered);
    await house.pass(1);
    await house.stations.plugIn(ordered.startId, house.clock.now());
    await house.pass(50 * MINUTE_S);
    expect((await house.session(ordered)).state).toBe('running');
    await house.pass(15 * MINUTE_S);
    expect(await house.session(ordered)).toMatchObject({ state: 'stopping', stop_reason: 'hold-expiry' });
    await house.stations.end(ordered.startId, { at: house.clock.now(), energyWh: whFor(700) });
    await house.pass(0);
    expect(house.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 700 }]);
  });
});

describe('A hold that will not last', () => {
  const HOUR_MS = 3_600_000;

  it('when charging begins ends it at once, not an hour later', async () => {
    const ordered = await house.order();
    house.payments.pay(ordered.ref, { captureBefore: new Date(house.clock.now().getTime() + HOUR_MS / 2) });
    await house.operator.settleOrder(ordered);
    await house.pass(MINUTE_S);
    expect((await house.session(ordered)).state).toBe('starting');
    await house.stations.plugIn(ordered.startId, house.clock.now());
    await house.pass(MINUTE_S / 2);
    expect(await house.session(ordered)).toMatchObject({ state: 'stopping', stop_reason: 'hold-expiry' });
    await house.stations.end(ordered.startId, { at: house.clock.now(), energyWh: whFor(60) });
    await house.pass(0);
    expect(house.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 60 }]);
  });

  it('and is gone before the vehicle is plugged in leaves no start to be answered', async () => {
    const ordered = await house.paid();
    house.payments.change(ordered.ref, { state: 'released', captureBefore: null });
    await house.operator.look(ordered.ref);
    await house.pass(1);
    expect(await house.session(ordered)).toMatchObject({ state: 'cancelled', why: 'payment-failed' });
    expect(house.stations.calls).toContainEqual({ step: 'cancelStart', startId: ordered.startId });
    expect(house.payments.takings).toEqual([]);
  });

  it('and is gone before the bill leaves the price unpaid: it was too high to be waived', async () => {
    const ordered = await house.charging();
    house.payments.change(ordered.ref, { state: 'released', captureBefore: null });
    await house.operator.look(ordered.ref);
    await charged(500, ordered);
    expect(await house.payment(ordered)).toMatchObject({ state: 'released', captured_minor: null });
    const receipt = await house.operator.getReceipt({ receipt: ordered.sessionId });
    expect(receipt).toMatchObject({ totalMinor: 500, chargedMinor: 0, settlement: 'unpaid', invoice: 'none' });
  });
});

describe('Invoice numbers', () => {
  it('go on when the supplier has changed its name', async () => {
    await charged(100);
    await house.store.db.updateTable('counters').set({ name: 'invoice:Under its old name:2026' }).execute();
    const ordered = await charged(200);
    expect((await house.payment(ordered)).state).toBe('captured');
    expect(await house.documents()).toEqual(['R-BLA-2026-000001', 'R-BLA-2026-000002']);
  });
});

describe('A form', () => {
  it('of one point orders nothing at another: a cheap tariff does not travel', async () => {
    const ask = await house.ask();
    const first = await house.operator.startSession(ask);
    if (first.kind !== 'pay') throw new Error('Nothing to pay');
    const elsewhere = await house.ask({ evseId: 'DE*BLF*E1001*3', intent: ask.intent });
    await expect(house.operator.startSession(elsewhere)).rejects.toMatchObject({ code: 'link-expired' });
    expect(await house.operator.startSession(ask)).toEqual(first);
    const orders = await house.store.db.selectFrom('orders').select(['evse_id', 'tariff_version']).execute();
    expect(orders).toEqual([{ evse_id: ask.evseId, tariff_version: ask.tariffVersion }]);
  });
});

describe('Two drivers at one plug', () => {
  it('that is free: one charges, the other is told', async () => {
    const asks = await Promise.all(
      ['ada@example.org', 'bob@example.org'].map(email =>
        house.ask({
          ...{ evseId: 'DE*BLF*E1005*1', limitMinor: null },
          contact: { firstName: 'Ada', lastName: 'Lovelace', email, emailConfirmation: email },
        }),
      ),
    );
    const answers = await Promise.allSettled(asks.map(ask => house.operator.startSession(ask)));
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'plug-taken' } });
    expect(await house.store.db.selectFrom('sessions').select('state').execute()).toHaveLength(1);
  });

  it('both pay: the first hold charges, the second goes back and its driver is told why', async () => {
    const [first, second] = [await house.order(), await house.order()];
    house.payments.pay(first.ref);
    house.payments.pay(second.ref);
    expect(await house.operator.settleOrder(second)).toMatchObject({ kind: 'charging' });
    expect(await house.operator.settleOrder(first)).toMatchObject({ kind: 'over', why: 'plug-taken' });
    await house.pass(MINUTE_S);
    expect(house.payments.truth(first.ref).state).toBe('released');
    expect(house.payments.truth(second.ref).state).toBe('authorised');
    expect(house.stations.calls.filter(({ step }) => step === 'start').map(({ startId }) => startId)).toEqual([second.startId]);
  });

  it('come back in the same instant: still only one of them charges', async () => {
    const orders = [await house.order(), await house.order(), await house.order()];
    for (const { ref } of orders) house.payments.pay(ref);
    await Promise.all(orders.map(ordered => house.operator.settleOrder(ordered)));
    await house.pass(MINUTE_S);
    const states = orders.map(({ ref }) => house.payments.truth(ref).state).sort();
    expect(states).toEqual(['authorised', 'released', 'released']);
    expect(house.stations.calls.filter(({ step }) => step === 'start')).toHaveLength(1);
  });
});

describe('A payment page', () => {
  it('paid without the driver coming back is found by itself, and charging begins', async () => {
    const ordered = await house.order();
    house.payments.pay(ordered.ref);
    await house.pass(45);
    expect((await house.session(ordered)).state).toBe('starting');
    expect(house.stations.calls).toContainEqual({ step: 'start', startId: ordered.startId });
  });

  it('paid after its order was given up gives the hold back by itself', async () => {
    const ordered = await house.order();
    expect(await house.operator.cancelOrder(ordered)).toMatchObject({ kind: 'over', why: 'payment-cancelled' });
    house.payments.change(ordered.ref, { state: 'authorised', authorisedMinor: 8000 });
    await house.pass(10 * MINUTE_S);
    expect(house.payments.truth(ordered.ref).state).toBe('released');
    expect(house.stations.calls).toEqual([]);
    expect(await house.session(ordered)).toMatchObject({ state: 'cancelled' });
  });

  it('that could not be closed for certain leaves its order as it was; if it is paid, charging begins', async () => {
    const ordered = await house.order();
    house.payments.trouble('close', 'refused');
    await expect(house.operator.cancelOrder(ordered)).rejects.toMatchObject({ code: 'payments-unavailable' });
    expect(await house.operator.settleOrder(ordered)).toMatchObject({ kind: 'open' });
    house.payments.pay(ordered.ref);
    expect(await house.operator.settleOrder(ordered)).toMatchObject({ kind: 'charging' });
  });

  it('whose address was lost is the same one when the driver tries again', async () => {
    house.payments.trouble('authorise', 'lost');
    const ask = await house.ask();
    await expect(house.operator.startSession(ask)).rejects.toMatchObject({ code: 'payments-unavailable' });
    const again = await house.operator.startSession(ask);
    expect(again).toMatchObject({ kind: 'pay', url: 'https://pay.example/ref-1' });
    expect(keys('authorise')).toEqual(['authorise:1', 'authorise:1']);
  });

  it('nobody heard of ends its order when its time is over', async () => {
    house.payments.trouble('authorise', 'refused');
    await expect(house.operator.startSession(await house.ask())).rejects.toMatchObject({ code: 'payments-unavailable' });
    await house.pass(40 * MINUTE_S);
    const states = await house.store.db.selectFrom('orders').select(['state', 'why']).execute();
    expect(states).toEqual([{ state: 'over', why: 'payment-expired' }]);
    expect((await house.operator.getChargingPoint({ clientId: 'blaufink', evseId: 'DE*BLF*E1001*1' })).plugs[0]?.state).toBe(
      'available',
    );
  });

  it('that the provider could not make is made from a fresh form', async () => {
    house.payments.trouble('authorise', 'refused');
    await expect(house.operator.startSession(await house.ask())).rejects.toMatchObject({ code: 'payments-unavailable' });
    const ordered = await house.paid();
    expect(await house.operator.settleOrder(ordered)).toMatchObject({ kind: 'charging' });
  });

  it('closes by itself, and its order is over', async () => {
    const ordered = await house.order();
    house.payments.change(ordered.ref, { state: 'expired' });
    await house.pass(MINUTE_S);
    expect(await house.operator.settleOrder(ordered)).toMatchObject({ kind: 'over', why: 'payment-expired' });
  });

  it('is closed before another amount is asked for; if it was paid meanwhile, that payment counts', async () => {
    const ask = await house.ask();
    const first = await house.operator.startSession(ask);
    if (first.kind !== 'pay') throw new Error('Nothing to pay');
    house.payments.pay('ref-1');
    const second = await house.operator.startSession({ ...ask, limitMinor: 4000 });
    expect(second).toMatchObject({ kind: 'pay', orderId: first.orderId, url: `/blaufink/pay/${first.orderId}/return` });
    expect(house.payments.refOf('ref-2')).toBeNull();
    expect(await house.operator.settleOrder(first)).toMatchObject({ kind: 'charging' });
    expect((await house.payment(first)).amount_minor).toBe(8000);
  });

  it('that cannot be closed for certain is followed by no other', async () => {
    const ask = await house.ask();
    await house.operator.startSession(ask);
    house.payments.trouble('close', 'refused');
    await expect(house.operator.startSession({ ...ask, limitMinor: 4000 })).rejects.toMatchObject({
      code: 'payments-unavailable',
    });
    expect(steps('authorise')).toHaveLength(1);
    expect(house.payments.truth('ref-1').state).toBe('open');
  });

  it('that was left for another amount is not charged, even if it is paid in the last moment', async () => {
    const ask = await house.ask();
    await house.operator.startSession(ask);
    const second = await house.operator.startSession({ ...ask, limitMinor: 4000 });
    expect(second).toMatchObject({ kind: 'pay', url: 'https://pay.example/ref-2' });
    house.payments.change('ref-1', { state: 'authorised', authorisedMinor: 8000 });
    await house.operator.look('ref-1');
    await house.pass(MINUTE_S);
    expect(house.payments.truth('ref-1').state).toBe('released');
    house.payments.pay('ref-2');
    await house.pass(MINUTE_S);
    expect(house.payments.truth('ref-2')).toMatchObject({ state: 'authorised', authorisedMinor: 4000 });
  });
});

describe('A start', () => {
  it('whose answer is lost is asked for again with the same id, and charging begins once', async () => {
    house.stations.trouble('start', 'lost', 'unheard');
    const ordered = await house.paid();
    await house.pass(30);
    const starts = house.stations.calls.filter(({ step }) => step === 'start');
    expect(starts.length).toBeGreaterThanOrEqual(3);
    expect(new Set(starts.map(({ startId }) => startId))).toEqual(new Set([ordered.startId]));
    expect((await house.session(ordered)).state).toBe('starting');
  });

  it('is not sent before the hold exists', async () => {
    const ordered = await house.order();
    await house.pass(2 * MINUTE_S);
    await house.operator.settleOrder(ordered);
    expect(house.stations.calls).toEqual([]);
    expect((await house.session(ordered)).state).toBe('draft');
  });

  it('survives a restart between hold and station', async () => {
    const ordered = await house.order();
    house.stations.trouble('start', 'unheard');
    house.payments.pay(ordered.ref);
    await house.operator.settleOrder(ordered);
    await house.restart();
    await house.pass(10);
    expect((await house.session(ordered)).state).toBe('starting');
    await house.stations.plugIn(ordered.startId, house.clock.now());
    expect((await house.session(ordered)).state).toBe('running');
  });
});

describe('A stop', () => {
  it('is repeated until the station has answered', async () => {
    const ordered = await house.charging();
    house.stations.trouble('stop', 'unheard', 'unheard');
    await house.operator.stopSession(ordered);
    expect(house.stations.wasAskedToStop(ordered.startId)).toBe(false);
    await house.pass(30);
    expect(house.stations.wasAskedToStop(ordered.startId)).toBe(true);
    expect((await house.session(ordered)).state).toBe('stopping');
  });

  it('asked for by two browsers at once is one', async () => {
    const ordered = await house.charging();
    await Promise.all([1, 2, 3].map(() => house.operator.stopSession(ordered)));
    await house.pass(30);
    expect(house.stations.calls.filter(({ step }) => step === 'stop')).toHaveLength(1);
  });

  it('leads to the bill even when nobody reports the end: the station is asked', async () => {
    const ordered = await house.charging();
    await house.pass(10 * MINUTE_S);
    await house.operator.stopSession(ordered);
    await house.stations.end(ordered.startId, { at: house.clock.now(), energyWh: whFor(300), isSilent: true });
    await house.pass(MINUTE_S);
    expect(house.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 300 }]);
  });
});
