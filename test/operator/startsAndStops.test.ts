import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MINUTE_S, whFor } from '../support/money.ts';
import { type OpenOperator, openOperator } from '../support/openOperator.ts';

let house: OpenOperator;
beforeEach(async () => {
  house = await openOperator();
});
afterEach(() => house.close());

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

describe('Silence', () => {
  it('of a station while a vehicle charges there is told to a person, once', async () => {
    const ordered = await house.charging();
    house.stations.trouble('read', ...Array.from({ length: 100 }, () => 'unheard' as const));
    await house.pass(55 * MINUTE_S);
    expect(await house.attention()).toEqual([]);
    await house.pass(20 * MINUTE_S);
    expect(await house.attention()).toEqual(['station silent while charging']);
    await house.stations.end(ordered.startId, { at: house.clock.now(), energyWh: 1000 });
    await house.pass(0);
    expect((await house.session(ordered)).state).toBe('completed');
  });

  it('of the provider when a closed page is read is followed by another look a minute later, not an hour', async () => {
    const { ref } = await house.order();
    house.payments.change(ref, { state: 'expired' });
    await house.operator.look(ref);
    await house.pass(15 * MINUTE_S);
    // The bank said yes at the last moment.
    house.payments.change(ref, { state: 'authorised', authorisedMinor: 8000 });
    house.payments.trouble('read', 'lost', 'unheard');
    await house.store.db.updateTable('payments').set({ look_at: house.clock.now().getTime() }).execute();
    await house.pass(3 * MINUTE_S);
    expect(house.payments.truth(ref).state).toBe('released');
  });

  it('of the provider at the last look at a closed page is told to a person, and asked again', async () => {
    const { ref } = await house.order();
    const due = (at: number) => house.store.db.updateTable('payments').set({ look_at: at }).execute();
    house.payments.change(ref, { state: 'expired' });
    await house.operator.look(ref);
    const now = house.clock.now().getTime();
    await house.store.db
      .updateTable('payments')
      .set({ expires_at: now - 25 * 3_600_000, created_at: now - 26 * 3_600_000 })
      .execute();
    await due(now);
    house.payments.trouble('read', 'lost');
    await house.pass(10);
    expect(await house.attention()).toEqual(['the provider cannot say what became of a payment']);
    // The bank said yes after all.
    house.payments.change(ref, { state: 'authorised', authorisedMinor: 8000 });
    await due(house.clock.now().getTime());
    await house.pass(10);
    expect(house.payments.truth(ref).state).toBe('released');
  });
});
