import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { endClosedPayment } from '../../server/shop/orders/checkout.ts';
import { MINUTE_S } from '../../shared/model/time.ts';
import { type OpenOperator, openOperator } from '../support/openShop.ts';
import { someAddress } from '../support/someStation.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator();
});
afterEach(() => shop.close());

describe('Charging that begins while its start is given up', () => {
  it('is billed, although its beginning was heard of only by the answer to the cancellation', async () => {
    const ordered = await shop.paid();
    await shop.stations.plugIn(ordered.authorizationReference, shop.clock.now(), { isSilent: true });
    await shop.operator.cancelStart(ordered);
    await shop.pass(1);
    expect(shop.stations.hasStopRequest(ordered.authorizationReference)).toBe(true);
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 10_000 });
    await shop.pass(0);
    expect(await shop.session(ordered)).toMatchObject({ state: 'completed', totalMinor: 490 });
    expect(shop.payments.takings).toEqual([{ ref: ordered.ref, amountMinor: 490 }]);
  });
});

describe('A start that the station refuses', () => {
  it('is cancelled there as well: an earlier one that is still on its way begins nothing', async () => {
    shop.stations.refuseNext();
    const { authorizationReference, ...ordered } = await shop.paid();
    expect(await shop.session(ordered)).toMatchObject({ state: 'cancelled', why: 'refused' });
    expect(shop.payments.truth(ordered.ref).state).toBe('released');
    const repeatedStart = { authorizationReference, address: someAddress(), limitMinor: 8000, tariffText: null };
    expect(await shop.stations.start(repeatedStart)).toBe('refused');
  });

  it('keeps its hold until the cancellation is certain', async () => {
    shop.stations.refuseNext();
    shop.stations.trouble('cancelStart', 'lost');
    const ordered = await shop.paid();
    expect((await shop.session(ordered)).state).toBe('cancelling');
    expect(shop.payments.truth(ordered.ref).state).toBe('authorised');
    await shop.pass(10);
    expect(await shop.session(ordered)).toMatchObject({ state: 'cancelled', why: 'refused' });
    expect(shop.payments.truth(ordered.ref).state).toBe('released');
  });
});

describe('A payment page', () => {
  it('given up in the instant it is paid keeps its hold, because charging may have begun', async () => {
    const ordered = await shop.order();
    const answer = shop.payments.hold('read');
    const givingUp = shop.operator.cancelOrder(ordered);
    await shop.pass(0);
    shop.payments.pay(ordered.ref);
    const comingBack = shop.operator.refreshOrder(ordered);
    await shop.pass(0);
    answer();
    await Promise.all([givingUp, comingBack]);
    await shop.pass(1);
    expect(shop.payments.truth(ordered.ref).state).toBe('authorised');
    expect((await shop.session(ordered)).state).toBe('starting');
  });

  it('that got its address while another was asked for is not taken for closed', async () => {
    const ordered = await shop.order();
    const { id: paymentId } = await shop.payment(ordered);
    const asSeen = { page: { paymentId, ref: null }, now: shop.clock.now() };
    expect(await shop.store.inTransaction(trx => endClosedPayment(trx, ordered.orderId, asSeen))).toBe(false);
    expect((await shop.payment(ordered)).state).toBe('pending');
  });

  it('paid in the very moment it closed by itself gives the hold back, also an hour later', async () => {
    const ordered = await shop.order();
    shop.payments.change(ordered.ref, { state: 'expired' });
    await shop.pass(20 * MINUTE_S);
    expect(await shop.operator.refreshOrder(ordered)).toMatchObject({ kind: 'over', why: 'payment-expired' });
    shop.payments.change(ordered.ref, { state: 'authorised', authorisedMinor: 8000 });
    await shop.pass(61 * MINUTE_S);
    expect(shop.payments.truth(ordered.ref).state).toBe('released');
    expect(shop.stations.calls).toEqual([]);
  });
});

describe('An answer of the provider that is older than what was written since', () => {
  /**
   * Starts to read the payment at the payment provider, and holds the response back.
   * @returns a function that delivers the response
   */
  async function slowReader(ref: string): Promise<() => Promise<void>> {
    const answer = shop.payments.hold('read');
    const reading = shop.operator.onProviderNotice(ref);
    await shop.pass(0);
    // Only this one response is held back.
    shop.payments.hold('read')();
    return async () => {
      answer();
      await reading;
      await shop.pass(0);
    };
  }

  it('does not take a hold for gone that came after it: it goes back', async () => {
    const ordered = await shop.order();
    shop.payments.change(ordered.ref, { state: 'expired' });
    await shop.operator.refreshOrder(ordered);
    const deliverNotice = await slowReader(ordered.ref);
    shop.payments.change(ordered.ref, { state: 'authorised', authorisedMinor: 8000 });
    shop.payments.trouble('release', 'unheard');
    await shop.operator.onProviderNotice(ordered.ref);
    await shop.pass(0);
    expect((await shop.payment(ordered)).state).toBe('releasing');
    await deliverNotice();
    await shop.pass(5 * MINUTE_S);
    expect(shop.payments.truth(ordered.ref).state).toBe('released');
  });

  it('does not end charging on a hold that came after it', async () => {
    const ordered = await shop.order();
    shop.payments.change(ordered.ref, { state: 'expired' });
    const deliverNotice = await slowReader(ordered.ref);
    shop.payments.change(ordered.ref, { state: 'authorised', authorisedMinor: 8000 });
    await shop.operator.refreshOrder(ordered);
    await deliverNotice();
    expect(await shop.payment(ordered)).toMatchObject({ state: 'authorised' });
    expect((await shop.session(ordered)).state).toBe('starting');
  });

  it('does not put off the look at a hold that is about to lapse', async () => {
    const ordered = await shop.order();
    const deliverNotice = await slowReader(ordered.ref);
    shop.payments.pay(ordered.ref, { captureBefore: new Date(shop.clock.now().getTime() + 13 * 3_600_000) });
    await shop.operator.refreshOrder(ordered);
    await deliverNotice();
    await shop.pass(1);
    await shop.stations.plugIn(ordered.authorizationReference, shop.clock.now());
    await shop.pass(65 * MINUTE_S);
    expect(await shop.session(ordered)).toMatchObject({ state: 'stopping', stopReason: 'hold-expiry' });
  });

  it('is asked for again, and where there is none the visitor is told that the payment page cannot be reached', async () => {
    const ordered = await shop.order();
    shop.payments.pay(ordered.ref);
    const answer = shop.payments.hold('read');
    const givingUp = shop.operator.cancelOrder(ordered);
    await shop.pass(0);
    shop.payments.hold('read')();
    await shop.store.db
      .updateTable('payments')
      .set(eb => ({ version: eb('version', '+', 1) }))
      .execute();
    shop.payments.trouble('read', 'unheard');
    answer();
    await expect(givingUp).rejects.toMatchObject({ code: 'payments-unavailable' });
    await shop.operator.refreshOrder(ordered);
    expect((await shop.session(ordered)).state).toBe('starting');
  });
});
