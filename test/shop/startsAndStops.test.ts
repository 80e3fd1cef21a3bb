import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MINUTE_S } from '../../shared/model/time.ts';
import { whFor } from '../support/money.ts';
import { type OpenOperator, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator();
});
afterEach(() => shop.close());

describe('A start', () => {
  it('whose answer is lost is asked for again with the same id, and charging begins once', async () => {
    shop.stations.trouble('start', 'lost', 'unheard');
    const ordered = await shop.paid();
    await shop.pass(30);
    const starts = shop.stations.calls.filter(({ step }) => step === 'start');
    expect(starts.length).toBeGreaterThanOrEqual(3);
    expect(new Set(starts.map(({ authorizationReference }) => authorizationReference))).toEqual(
      new Set([ordered.authorizationReference]),
    );
    expect((await shop.session(ordered)).state).toBe('starting');
  });

  it('is not sent before the hold exists', async () => {
    const ordered = await shop.order();
    await shop.pass(2 * MINUTE_S);
    await shop.operator.refreshOrder(ordered);
    expect(shop.stations.calls).toEqual([]);
    expect((await shop.session(ordered)).state).toBe('draft');
  });

  it('survives a restart between hold and station', async () => {
    const ordered = await shop.order();
    shop.stations.trouble('start', 'unheard');
    shop.payments.pay(ordered.ref);
    await shop.operator.refreshOrder(ordered);
    await shop.restart();
    await shop.pass(10);
    expect((await shop.session(ordered)).state).toBe('starting');
    await shop.stations.plugIn(ordered.authorizationReference, shop.clock.now());
    expect((await shop.session(ordered)).state).toBe('running');
  });
});

describe('A stop', () => {
  it('is repeated until the station has answered', async () => {
    const ordered = await shop.charging();
    shop.stations.trouble('stop', 'unheard', 'unheard');
    await shop.operator.stopSession(ordered);
    expect(shop.stations.hasStopRequest(ordered.authorizationReference)).toBe(false);
    await shop.pass(30);
    expect(shop.stations.hasStopRequest(ordered.authorizationReference)).toBe(true);
    expect((await shop.session(ordered)).state).toBe('stopping');
  });

  it('asked for by two browsers at once is one', async () => {
    const ordered = await shop.charging();
    await Promise.all([1, 2, 3].map(() => shop.operator.stopSession(ordered)));
    await shop.pass(30);
    expect(shop.stations.calls.filter(({ step }) => step === 'stop')).toHaveLength(1);
  });

  it('leads to the bill even when nobody reports the end: the station is asked', async () => {
    const ordered = await shop.charging();
    await shop.pass(10 * MINUTE_S);
    await shop.operator.stopSession(ordered);
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: whFor(300), isSilent: true });
    await shop.pass(MINUTE_S);
    expect(shop.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 300 }]);
  });
});

describe('Silence', () => {
  it('of a station while a vehicle charges there raises an alert, once', async () => {
    const ordered = await shop.charging();
    shop.stations.trouble('read', ...Array.from({ length: 100 }, () => 'unheard' as const));
    await shop.pass(9 * MINUTE_S);
    expect(await shop.attention()).toEqual([]);
    await shop.pass(5 * MINUTE_S);
    expect(await shop.attention()).toEqual(['station silent while charging']);
    await shop.pass(60 * MINUTE_S);
    expect(await shop.attention()).toEqual(['station silent while charging']);
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 1000 });
    await shop.pass(0);
    expect((await shop.session(ordered)).state).toBe('completed');
  });

  it('of the provider when a closed page is read is followed by another look a minute later, not an hour', async () => {
    const { ref } = await shop.order();
    shop.payments.change(ref, { state: 'expired' });
    await shop.operator.onProviderNotice(ref);
    await shop.pass(15 * MINUTE_S);
    // The page is closed, but the bank has approved the payment at the last moment.
    shop.payments.change(ref, { state: 'authorised', authorisedMinor: 8000 });
    shop.payments.trouble('read', 'lost', 'unheard');
    await shop.store.db.updateTable('payments').set({ next_check_at: shop.clock.now().getTime() }).execute();
    await shop.pass(3 * MINUTE_S);
    expect(shop.payments.truth(ref).state).toBe('released');
  });

  it('of our own process in the last look at a closed page leaves that look to another one', async () => {
    const ordered = await shop.order();
    shop.payments.change(ordered.ref, { state: 'expired' });
    await shop.operator.onProviderNotice(ordered.ref);
    const now = shop.clock.now().getTime();
    const long = { next_check_at: now, expires_at: now - 25 * 3_600_000, created_at: now - 26 * 3_600_000 };
    await shop.store.db.updateTable('payments').set(long).execute();
    const answer = shop.payments.hold('read');
    await shop.pass(10);
    // If the process dies here, the payment must still have a next check.
    expect((await shop.payment(ordered)).nextCheckAt).not.toBeNull();
    answer();
    await shop.pass(10);
    expect((await shop.payment(ordered)).nextCheckAt).toBeNull();
  });

  it('of the provider at the last look at a closed page raises an alert, and is asked again', async () => {
    const { ref } = await shop.order();
    const due = (at: number) => shop.store.db.updateTable('payments').set({ next_check_at: at }).execute();
    shop.payments.change(ref, { state: 'expired' });
    await shop.operator.onProviderNotice(ref);
    const now = shop.clock.now().getTime();
    await shop.store.db
      .updateTable('payments')
      .set({ expires_at: now - 25 * 3_600_000, created_at: now - 26 * 3_600_000 })
      .execute();
    await due(now);
    shop.payments.trouble('read', 'lost');
    await shop.pass(10);
    expect(await shop.attention()).toEqual(['the provider cannot say what became of a payment']);
    // The bank approves the payment after all.
    shop.payments.change(ref, { state: 'authorised', authorisedMinor: 8000 });
    await due(shop.clock.now().getTime());
    await shop.pass(10);
    expect(shop.payments.truth(ref).state).toBe('released');
  });
});
