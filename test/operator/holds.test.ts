import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { charged, keys, MINUTE_S, whFor } from '../support/money.ts';
import { type OpenOperator, openOperator } from '../support/openOperator.ts';

let house: OpenOperator;
beforeEach(async () => {
  house = await openOperator();
});
afterEach(() => house.close());

describe('A hold', () => {
  it('stays while the station’s answer is unknown, and goes back after a definite one', async () => {
    const ordered = await house.paid();
    house.stations.trouble('cancelStart', 'unheard', 'unheard', 'unheard');
    await house.operator.cancelStart(ordered);
    await house.pass(1);
    expect((await house.session(ordered)).state).toBe('cancelling');
    expect(house.payments.truth(ordered.ref).state).toBe('authorised');
    expect(keys(house, 'release')).toEqual([]);
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
    expect(keys(house, 'release')).toEqual(['release:1', 'release:2']);
    expect(house.payments.truth(ordered.ref).state).toBe('released');
    expect((await house.payment(ordered)).state).toBe('released');
  });

  it('that was released although the answer got lost is not asked for again', async () => {
    const ordered = await house.paid();
    house.payments.trouble('release', 'lost');
    await house.operator.cancelStart(ordered);
    await house.pass(MINUTE_S);
    expect(keys(house, 'release')).toEqual(['release:1']);
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
    const { started_at, ended_at } = await house.session(ordered);
    expect(ended_at! - started_at!).toBe(1000);
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

  it('although the provider never said so is noticed within a day, also without a notice', async () => {
    const ordered = await house.charging();
    const { authorised_at, capture_before, look_at } = await house.payment(ordered);
    expect([capture_before, (look_at ?? 0) - (authorised_at ?? 0)]).toEqual([null, 24 * HOUR_MS]);
    await house.store.db.updateTable('payments').set({ look_at: house.clock.now().getTime() }).execute();
    await house.pass(10);
    expect((await house.payment(ordered)).look_at).toBeGreaterThan(house.clock.now().getTime() + 23 * HOUR_MS);
    house.payments.change(ordered.ref, { state: 'released' });
    await house.store.db.updateTable('payments').set({ look_at: house.clock.now().getTime() }).execute();
    await house.pass(10);
    expect(await house.session(ordered)).toMatchObject({ state: 'stopping', stop_reason: 'hold-expiry' });
  });

  it('and is gone before the bill leaves the price unpaid: it was too high to be waived', async () => {
    const ordered = await house.charging();
    house.payments.change(ordered.ref, { state: 'released', captureBefore: null });
    await house.operator.look(ordered.ref);
    await charged(house, 500, ordered);
    expect(await house.payment(ordered)).toMatchObject({ state: 'released', captured_minor: null });
    const receipt = await house.operator.getReceipt({ receipt: ordered.sessionId });
    expect(receipt).toMatchObject({ totalMinor: 500, chargedMinor: 0, settlement: 'unpaid', invoice: 'none' });
  });
});

describe('A hold that is about to lapse while the last meter value is missing', () => {
  it('is told to a person, while there is still something to take', async () => {
    const ordered = await house.order();
    house.payments.pay(ordered.ref, { captureBefore: new Date(house.clock.now().getTime() + 13 * 3_600_000) });
    await house.operator.settleOrder(ordered);
    await house.pass(1);
    await house.stations.plugIn(ordered.startId, house.clock.now());
    await house.operator.stopSession(ordered);
    await house.pass(65 * MINUTE_S);
    expect(await house.attention()).toEqual(['last meter value missing', 'hold about to lapse, and the session is not over']);
  });
});

describe('A hold that is not what was asked for', () => {
  it.each([{ authorisedMinor: 7999 }, { authorisedMinor: 8000, currency: 'HUF' as const }])(
    'is given back, and nothing is started: %j',
    async other => {
      const ordered = await house.order();
      house.payments.change(ordered.ref, { state: 'authorised', ...other });
      expect(await house.operator.settleOrder(ordered)).toMatchObject({ kind: 'over', why: 'payment-failed' });
      await house.pass(MINUTE_S);
      expect(await house.payment(ordered)).toMatchObject({ state: 'released' });
      expect(house.payments.truth(ordered.ref).state).toBe('released');
      expect(house.stations.calls).toEqual([]);
      expect(await house.attention()).toEqual(['another amount is held than was asked for']);
    },
  );
});
