import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MINUTE_S } from '../../shared/model/time.ts';
import { type OpenOperator, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
afterEach(() => shop.close());

describe('A station that may carry out a cancelled start late', () => {
  beforeEach(async () => {
    shop = await openOperator({ rejectsCancelledStarts: false });
  });

  it('keeps the hold for ten minutes after the cancellation, then gives it back', async () => {
    const ordered = await shop.paid();
    await shop.operator.cancelStart(ordered);
    await shop.pass(9 * MINUTE_S);
    expect(await shop.session(ordered)).toMatchObject({ state: 'cancelling' });
    expect(await shop.payment(ordered)).toMatchObject({ state: 'authorised' });
    await shop.pass(2 * MINUTE_S);
    expect(await shop.session(ordered)).toMatchObject({ state: 'cancelled' });
    expect(await shop.payment(ordered)).toMatchObject({ state: 'released' });
  });

  it('stops, meters and bills a start that comes within that time', async () => {
    const ordered = await shop.paid();
    await shop.operator.cancelStart(ordered);
    await shop.pass(5 * MINUTE_S);
    await shop.stations.plugIn(ordered.authorizationReference, shop.clock.now());
    await shop.pass(30);
    expect(await shop.session(ordered)).toMatchObject({ state: 'stopping', stopReason: 'late-start' });
    expect(shop.stations.hasStopRequest(ordered.authorizationReference)).toBe(true);
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 2000 });
    await shop.pass(15 * MINUTE_S);
    expect(await shop.session(ordered)).toMatchObject({ state: 'completed', totalMinor: 98 });
    expect(await shop.payment(ordered)).toMatchObject({ state: 'captured', capturedMinor: 98 });
    expect(await shop.attention()).toEqual([]);
  });

  it('outlives a crash of the operator while it waits', async () => {
    const ordered = await shop.paid();
    await shop.operator.cancelStart(ordered);
    await shop.pass(MINUTE_S);
    await shop.restart();
    await shop.pass(8 * MINUTE_S);
    expect(await shop.payment(ordered)).toMatchObject({ state: 'authorised' });
    await shop.pass(3 * MINUTE_S);
    expect(await shop.payment(ordered)).toMatchObject({ state: 'released' });
  });

  it('is not believed at once when it says by itself that a start was cancelled', async () => {
    const ordered = await shop.paid();
    const nothing = { startedAt: null, endedAt: null, readings: [], signedValues: [], isFinal: false };
    await shop.operator.report(ordered.authorizationReference, {
      authorizationReference: ordered.authorizationReference,
      state: 'cancelled',
      ...nothing,
    });
    await shop.pass(MINUTE_S);
    expect(await shop.session(ordered)).toMatchObject({ state: 'cancelling', why: 'never-started' });
    expect(await shop.payment(ordered)).toMatchObject({ state: 'authorised' });
    await shop.pass(11 * MINUTE_S);
    expect(await shop.payment(ordered)).toMatchObject({ state: 'released' });
  });
});

describe('A process that was away while a start was due', () => {
  it('does not send it any more after its time: the driver may be gone', async () => {
    shop = await openOperator();
    const ordered = await shop.order();
    shop.stations.trouble('start', 'unheard');
    shop.payments.pay(ordered.ref);
    await shop.operator.refreshOrder(ordered);
    await shop.clock.passAsleep(10 * MINUTE_S * 1000);
    await shop.pass(5);
    expect(shop.stations.calls.filter(({ step }) => step === 'start')).toHaveLength(1);
    expect(await shop.session(ordered)).toMatchObject({ state: 'cancelled', why: 'never-started' });
    expect(await shop.payment(ordered)).toMatchObject({ state: 'released' });
  });
});

describe('A station that buries cancelled starts', () => {
  it('gets the hold given back at once', async () => {
    shop = await openOperator();
    const ordered = await shop.paid();
    await shop.operator.cancelStart(ordered);
    await shop.pass(5);
    expect(await shop.payment(ordered)).toMatchObject({ state: 'released' });
  });
});
