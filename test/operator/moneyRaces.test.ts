import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { endClosedPayment } from '../../server/operator/orders/checkout.ts';
import { type OpenOperator, openOperator } from '../support/openOperator.ts';

let house: OpenOperator;
beforeEach(async () => {
  house = await openOperator();
});
afterEach(() => house.close());

const MINUTE_S = 60;

describe('Charging that begins while its start is given up', () => {
  it('is billed, although its beginning was heard of only by the answer to the cancellation', async () => {
    const ordered = await house.paid();
    await house.stations.plugIn(ordered.startId, house.clock.now(), { isSilent: true });
    await house.operator.cancelStart(ordered);
    await house.pass(1);
    expect(house.stations.wasAskedToStop(ordered.startId)).toBe(true);
    await house.stations.end(ordered.startId, { at: house.clock.now(), energyWh: 10_000 });
    await house.pass(0);
    expect(await house.session(ordered)).toMatchObject({ state: 'completed', total_minor: 490 });
    expect(house.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 490 }]);
  });
});

describe('A start that the station refuses', () => {
  it('is cancelled there as well: an earlier one that is still on its way begins nothing', async () => {
    house.stations.refuseNext();
    const { startId, ...ordered } = await house.paid();
    expect(await house.session(ordered)).toMatchObject({ state: 'cancelled', why: 'refused' });
    expect(house.payments.truth(ordered.ref).state).toBe('released');
    const late = { startId, evseId: 'DE*BLF*E1001*1', connector: '1', limitMinor: 8000, tariffText: null };
    expect(await house.stations.start(late)).toBe('refused');
  });

  it('keeps its hold until the cancellation is certain', async () => {
    house.stations.refuseNext();
    house.stations.trouble('cancelStart', 'lost');
    const ordered = await house.paid();
    expect((await house.session(ordered)).state).toBe('cancelling');
    expect(house.payments.truth(ordered.ref).state).toBe('authorised');
    await house.pass(10);
    expect(await house.session(ordered)).toMatchObject({ state: 'cancelled', why: 'refused' });
    expect(house.payments.truth(ordered.ref).state).toBe('released');
  });
});

describe('A payment page', () => {
  it('given up in the instant it is paid keeps its hold, because charging may have begun', async () => {
    const ordered = await house.order();
    const answer = house.payments.keepWaiting('read');
    const givingUp = house.operator.cancelOrder(ordered);
    await house.pass(0);
    house.payments.pay(ordered.ref);
    const comingBack = house.operator.settleOrder(ordered);
    await house.pass(0);
    answer();
    await Promise.all([givingUp, comingBack]);
    await house.pass(1);
    expect(house.payments.truth(ordered.ref).state).toBe('authorised');
    expect((await house.session(ordered)).state).toBe('starting');
  });

  it('that got its address while another was asked for is not taken for closed', async () => {
    const ordered = await house.order();
    const { id: paymentId } = await house.payment(ordered);
    const asSeen = { page: { paymentId, ref: null }, now: house.clock.now() };
    expect(await house.store.inTransaction(trx => endClosedPayment(trx, ordered.orderId, asSeen))).toBe(false);
    expect((await house.payment(ordered)).state).toBe('pending');
  });

  it('paid in the very moment it closed by itself gives the hold back, also an hour later', async () => {
    const ordered = await house.order();
    house.payments.change(ordered.ref, { state: 'expired' });
    await house.pass(20 * MINUTE_S);
    expect(await house.operator.settleOrder(ordered)).toMatchObject({ kind: 'over', why: 'payment-expired' });
    house.payments.change(ordered.ref, { state: 'authorised', authorisedMinor: 8000 });
    await house.pass(61 * MINUTE_S);
    expect(house.payments.truth(ordered.ref).state).toBe('released');
    expect(house.stations.calls).toEqual([]);
  });
});

describe('An answer of the provider that is older than what was written since', () => {
  /** Somebody has asked what became of the payment, and is slow to take note of the answer. */
  async function slowReader(ref: string): Promise<() => Promise<void>> {
    const answer = house.payments.keepWaiting('read');
    const reading = house.operator.look(ref);
    await house.pass(0);
    // Whoever asks from now on does not have to wait.
    house.payments.keepWaiting('read')();
    return async () => {
      answer();
      await reading;
      await house.pass(0);
    };
  }

  it('does not take a hold for gone that came after it: it goes back', async () => {
    const ordered = await house.order();
    house.payments.change(ordered.ref, { state: 'expired' });
    await house.operator.settleOrder(ordered);
    const takesNote = await slowReader(ordered.ref);
    house.payments.change(ordered.ref, { state: 'authorised', authorisedMinor: 8000 });
    house.payments.trouble('release', 'unheard');
    await house.operator.look(ordered.ref);
    await house.pass(0);
    expect((await house.payment(ordered)).state).toBe('releasing');
    await takesNote();
    await house.pass(5 * MINUTE_S);
    expect(house.payments.truth(ordered.ref).state).toBe('released');
  });

  it('does not end charging on a hold that came after it', async () => {
    const ordered = await house.order();
    house.payments.change(ordered.ref, { state: 'expired' });
    const takesNote = await slowReader(ordered.ref);
    house.payments.change(ordered.ref, { state: 'authorised', authorisedMinor: 8000 });
    await house.operator.settleOrder(ordered);
    await takesNote();
    expect(await house.payment(ordered)).toMatchObject({ state: 'authorised' });
    expect((await house.session(ordered)).state).toBe('starting');
  });

  it('does not put off the look at a hold that is about to lapse', async () => {
    const ordered = await house.order();
    const takesNote = await slowReader(ordered.ref);
    house.payments.pay(ordered.ref, { captureBefore: new Date(house.clock.now().getTime() + 13 * 3_600_000) });
    await house.operator.settleOrder(ordered);
    await takesNote();
    await house.pass(1);
    await house.stations.plugIn(ordered.startId, house.clock.now());
    await house.pass(65 * MINUTE_S);
    expect(await house.session(ordered)).toMatchObject({ state: 'stopping', stop_reason: 'hold-expiry' });
  });

  it('is asked for again, and where there is none the visitor is told that the payment page cannot be reached', async () => {
    const ordered = await house.order();
    house.payments.pay(ordered.ref);
    const answer = house.payments.keepWaiting('read');
    const givingUp = house.operator.cancelOrder(ordered);
    await house.pass(0);
    house.payments.keepWaiting('read')();
    await house.store.db
      .updateTable('payments')
      .set(eb => ({ version: eb('version', '+', 1) }))
      .execute();
    house.payments.trouble('read', 'unheard');
    answer();
    await expect(givingUp).rejects.toMatchObject({ code: 'payments-unavailable' });
    await house.operator.settleOrder(ordered);
    expect((await house.session(ordered)).state).toBe('starting');
  });
});
