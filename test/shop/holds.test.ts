import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { HOUR_MS, MINUTE_S } from '../../shared/model/time.ts';
import { charged, keys, whFor } from '../support/money.ts';
import { msBetween } from '../support/msBetween.ts';
import { type OpenOperator, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator();
});
afterEach(() => shop.close());

describe('A hold', () => {
  it('stays while the station’s answer is unknown, and goes back after a definite one', async () => {
    const ordered = await shop.paid();
    shop.stations.trouble('cancelStart', 'unheard', 'unheard', 'unheard');
    await shop.operator.cancelStart(ordered);
    await shop.pass(1);
    expect((await shop.session(ordered)).state).toBe('cancelling');
    expect(shop.payments.truth(ordered.ref).state).toBe('authorised');
    expect(keys(shop, 'release')).toEqual([]);
    await shop.pass(5 * MINUTE_S);
    expect(await shop.session(ordered)).toMatchObject({ state: 'cancelled', why: 'cancelled' });
    expect(shop.payments.truth(ordered.ref).state).toBe('released');
    const cancellations = shop.stations.calls.filter(({ step }) => step === 'cancelStart');
    expect(cancellations).toHaveLength(4);
  });

  it('goes back when the station refuses, and the driver is told why', async () => {
    shop.stations.refuseNext();
    const ordered = await shop.paid();
    expect(await shop.session(ordered)).toMatchObject({ state: 'cancelled', why: 'refused' });
    expect((await shop.payment(ordered)).state).toBe('released');
    expect(shop.payments.takings).toEqual([]);
  });

  it('goes back when nobody plugs in within three minutes', async () => {
    const ordered = await shop.paid();
    await shop.pass(3 * MINUTE_S - 5);
    expect((await shop.session(ordered)).state).toBe('starting');
    await shop.pass(15);
    expect(await shop.session(ordered)).toMatchObject({ state: 'cancelled', why: 'never-started' });
    expect(shop.payments.truth(ordered.ref).state).toBe('released');
  });

  it('is released with the next key after a failure, and the provider’s state is read in between', async () => {
    const ordered = await shop.paid();
    shop.payments.trouble('release', 'refused');
    await shop.operator.cancelStart(ordered);
    await shop.pass(MINUTE_S);
    expect(keys(shop, 'release')).toEqual(['release:1', 'release:2']);
    expect(shop.payments.truth(ordered.ref).state).toBe('released');
    expect((await shop.payment(ordered)).state).toBe('released');
  });

  it('that was released although the answer got lost is not asked for again', async () => {
    const ordered = await shop.paid();
    shop.payments.trouble('release', 'lost');
    await shop.operator.cancelStart(ordered);
    await shop.pass(MINUTE_S);
    expect(keys(shop, 'release')).toEqual(['release:1']);
    expect((await shop.payment(ordered)).state).toBe('released');
  });

  it('pays for charging that began while the driver gave up', async () => {
    const ordered = await shop.paid();
    shop.stations.trouble('cancelStart', 'unheard');
    await shop.operator.cancelStart(ordered);
    await shop.stations.plugIn(ordered.authorizationReference, shop.clock.now());
    await shop.pass(10);
    expect(await shop.session(ordered)).toMatchObject({ state: 'stopping', stopReason: 'late-start' });
    expect(shop.stations.hasStopRequest(ordered.authorizationReference)).toBe(true);
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: whFor(200) });
    await shop.pass(0);
    expect(shop.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 200 }]);
  });

  it('that is gone when charging begins late leads to a stop, a bill and somebody’s attention', async () => {
    const ordered = await shop.paid();
    await shop.operator.cancelStart(ordered);
    await shop.pass(MINUTE_S);
    expect(shop.payments.truth(ordered.ref).state).toBe('released');
    await shop.stations.plugIn(ordered.authorizationReference, shop.clock.now());
    await shop.pass(1);
    expect(shop.stations.hasStopRequest(ordered.authorizationReference)).toBe(true);
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: whFor(120) });
    await shop.pass(MINUTE_S);
    expect(await shop.session(ordered)).toMatchObject({ state: 'completed', totalMinor: 120 });
    const { startedAt, endedAt } = await shop.session(ordered);
    expect(msBetween(startedAt, endedAt)).toBe(1000);
    expect(shop.payments.takings).toEqual([]);
    expect(await shop.attention()).toEqual(['energy without a hold']);
  });

  it('that lapses while charging ends the session, and an alert is raised', async () => {
    const ordered = await shop.paid();
    const soon = new Date(shop.clock.now().getTime() + 13 * 3_600_000);
    shop.payments.change(ordered.ref, { captureBefore: soon });
    await shop.operator.onProviderNotice(ordered.ref);
    await shop.stations.plugIn(ordered.authorizationReference, shop.clock.now());
    shop.payments.change(ordered.ref, { state: 'released', captureBefore: null });
    await shop.operator.onProviderNotice(ordered.ref);
    await shop.pass(1);
    expect(await shop.session(ordered)).toMatchObject({ state: 'stopping', stopReason: 'hold-expiry' });
    expect(shop.stations.hasStopRequest(ordered.authorizationReference)).toBe(true);
    expect(await shop.attention()).toEqual(['hold lapsed while charging']);
  });

  it('ends the session twelve hours before it would lapse, while there is still something to take', async () => {
    const ordered = await shop.order();
    shop.payments.pay(ordered.ref, { captureBefore: new Date(shop.clock.now().getTime() + 13 * 3_600_000) });
    await shop.operator.refreshOrder(ordered);
    await shop.pass(1);
    await shop.stations.plugIn(ordered.authorizationReference, shop.clock.now());
    await shop.pass(50 * MINUTE_S);
    expect((await shop.session(ordered)).state).toBe('running');
    await shop.pass(15 * MINUTE_S);
    expect(await shop.session(ordered)).toMatchObject({ state: 'stopping', stopReason: 'hold-expiry' });
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: whFor(700) });
    await shop.pass(0);
    expect(shop.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 700 }]);
  });
});

describe('A hold that will not last', () => {
  it.each(['in time', 'by no notice, and only the sweep'])(
    'starts nothing, noticed %s: all goes back, and the next order charges',
    async noticed => {
      const ordered = await shop.order();
      shop.payments.pay(ordered.ref, { captureBefore: new Date(shop.clock.now().getTime() + 12.5 * HOUR_MS) });
      if (noticed === 'in time')
        expect(await shop.operator.refreshOrder(ordered)).toMatchObject({
          kind: 'over',
          why: 'payment-failed',
          draft: { connector: '1' },
        });
      await shop.pass(MINUTE_S);
      expect(shop.payments.truth(ordered.ref).state).toBe('released');
      expect(await shop.payment(ordered)).toMatchObject({ state: 'released', capturedMinor: null });
      expect(shop.stations.calls).toEqual([]);
      expect(await shop.attention()).toEqual(['too late to charge on the hold: released']);
      const next = await shop.charging();
      await charged(shop, 500, next);
      expect(shop.payments.takings).toEqual([{ ref: next.ref, amountMinor: 500 }]);
    },
  );

  it('is given back once, although the answers of the provider get lost', async () => {
    const ordered = await shop.order();
    shop.payments.pay(ordered.ref, { captureBefore: new Date(shop.clock.now().getTime() + 2 * HOUR_MS) });
    shop.payments.trouble('release', 'lost');
    await Promise.all([shop.operator.refreshOrder(ordered), shop.operator.onProviderNotice(ordered.ref)]);
    await shop.pass(5 * MINUTE_S);
    expect(keys(shop, 'release')).toEqual(['release:1']);
    expect((await shop.payment(ordered)).state).toBe('released');
    expect(shop.stations.calls).toEqual([]);
  });

  it('after the machine was away for days starts nothing for a driver who has long gone', async () => {
    const ordered = await shop.order();
    shop.payments.pay(ordered.ref, { captureBefore: new Date(shop.clock.now().getTime() + 7 * 24 * HOUR_MS) });
    await shop.clock.passAsleep(6 * 24 * HOUR_MS);
    await shop.pass(MINUTE_S);
    expect(await shop.session(ordered)).toMatchObject({ state: 'cancelled', why: 'payment-expired' });
    expect(shop.payments.truth(ordered.ref).state).toBe('released');
    expect(shop.stations.calls).toEqual([]);
  });

  it('when the bank shortens it before the vehicle is plugged in gives the start up; what was charged all the same is billed', async () => {
    const ordered = await shop.paid();
    shop.payments.change(ordered.ref, { captureBefore: new Date(shop.clock.now().getTime() + HOUR_MS) });
    shop.stations.trouble('cancelStart', 'unheard');
    await shop.operator.onProviderNotice(ordered.ref);
    await shop.stations.plugIn(ordered.authorizationReference, shop.clock.now());
    await shop.pass(10);
    expect(await shop.session(ordered)).toMatchObject({ state: 'stopping', stopReason: 'late-start' });
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: whFor(60) });
    await shop.pass(0);
    expect(shop.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 60 }]);
  });

  it('and is gone before the vehicle is plugged in leaves no start to be answered', async () => {
    const ordered = await shop.paid();
    shop.payments.change(ordered.ref, { state: 'released', captureBefore: null });
    await shop.operator.onProviderNotice(ordered.ref);
    await shop.pass(1);
    expect(await shop.session(ordered)).toMatchObject({ state: 'cancelled', why: 'payment-failed' });
    expect(shop.stations.calls).toContainEqual({ step: 'cancelStart', authorizationReference: ordered.authorizationReference });
    expect(shop.payments.takings).toEqual([]);
  });

  it('although the provider never said so is noticed within a day, also without a notice', async () => {
    const ordered = await shop.charging();
    const { authorisedAt, captureBefore, nextCheckAt } = await shop.payment(ordered);
    expect([captureBefore, msBetween(authorisedAt, nextCheckAt)]).toEqual([null, 24 * HOUR_MS]);
    await shop.store.db.updateTable('payments').set({ next_check_at: shop.clock.now().getTime() }).execute();
    await shop.pass(10);
    expect(msBetween(shop.clock.now(), (await shop.payment(ordered)).nextCheckAt)).toBeGreaterThan(23 * HOUR_MS);
    shop.payments.change(ordered.ref, { state: 'released' });
    await shop.store.db.updateTable('payments').set({ next_check_at: shop.clock.now().getTime() }).execute();
    await shop.pass(10);
    expect(await shop.session(ordered)).toMatchObject({ state: 'stopping', stopReason: 'hold-expiry' });
  });

  it('and is gone before the bill leaves the price unpaid: it was too high to be waived', async () => {
    const ordered = await shop.charging();
    shop.payments.change(ordered.ref, { state: 'released', captureBefore: null });
    await shop.operator.onProviderNotice(ordered.ref);
    await charged(shop, 500, ordered);
    expect(await shop.payment(ordered)).toMatchObject({ state: 'released', capturedMinor: null });
    const receipt = await shop.operator.getReceipt({ receipt: ordered.sessionId });
    expect(receipt).toMatchObject({ totalMinor: 500, chargedMinor: 0, settlement: 'unpaid', invoice: 'none' });
  });
});

describe('A hold that is about to lapse while the last meter value is missing', () => {
  it('raises an alert, while there is still something to take', async () => {
    const ordered = await shop.order();
    shop.payments.pay(ordered.ref, { captureBefore: new Date(shop.clock.now().getTime() + 13 * 3_600_000) });
    await shop.operator.refreshOrder(ordered);
    await shop.pass(1);
    await shop.stations.plugIn(ordered.authorizationReference, shop.clock.now());
    await shop.operator.stopSession(ordered);
    await shop.pass(65 * MINUTE_S);
    expect(await shop.attention()).toEqual(['last meter value missing', 'hold about to lapse, and the session is not over']);
  });
});

describe('A hold that is not what was asked for', () => {
  it.each([{ authorisedMinor: 7999 }, { authorisedMinor: 8000, currency: 'HUF' as const }])(
    'is given back, and nothing is started: %j',
    async other => {
      const ordered = await shop.order();
      shop.payments.change(ordered.ref, { state: 'authorised', ...other });
      expect(await shop.operator.refreshOrder(ordered)).toMatchObject({ kind: 'over', why: 'payment-failed' });
      await shop.pass(MINUTE_S);
      expect(await shop.payment(ordered)).toMatchObject({ state: 'released' });
      expect(shop.payments.truth(ordered.ref).state).toBe('released');
      expect(shop.stations.calls).toEqual([]);
      expect(await shop.attention()).toEqual(['another amount is held than was asked for']);
    },
  );
});
