import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { enqueueRefund } from '../../server/shop/payments/refunds.ts';
import { listDocuments } from '../../server/store/shop/documents.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator();
});
afterEach(() => shop.close());

const end = async ({ authorizationReference }: Ordered, energyWh: number) => {
  await shop.pass(600);
  await shop.stations.end(authorizationReference, { at: shop.clock.now(), energyWh });
  await shop.pass(5);
};
const refund = async (ordered: Ordered, amountMinor: number) => {
  const { number } = await shop.session(ordered);
  await enqueueRefund({ store: shop.store, now: shop.clock.now() }, { number, amountMinor, reason: 'Taken by hand' });
  await shop.pass(5);
};
const creditsOf = async ({ sessionId }: Ordered) =>
  (await listDocuments(shop.store.db, sessionId))
    .filter(({ kind }) => kind === 'credit-note')
    .map(({ content }) => content.totalMinor);

describe('A hold that somebody takes at the provider by hand', () => {
  let ordered: Ordered;
  beforeEach(async () => {
    ordered = await shop.charging();
    shop.payments.change(ordered.ref, { state: 'captured', capturedMinor: 8000, captureBefore: null });
    await end(ordered, 10_000);
  });

  it('is told to a person, because it is not what was billed', async () => {
    expect(await shop.session(ordered)).toMatchObject({ state: 'completed', totalMinor: 490 });
    expect(await shop.payment(ordered)).toMatchObject({ state: 'captured', capturedMinor: 8000 });
    expect(await shop.attention()).toEqual(['charged otherwise than billed']);
  });

  it('can be given back: what was never invoiced without a credit note, the rest with one', async () => {
    await refund(ordered, 7510);
    expect(await shop.payment(ordered)).toMatchObject({ refundedMinor: 7510 });
    expect(await creditsOf(ordered)).toEqual([]);
    await refund(ordered, 490);
    expect(await shop.payment(ordered)).toMatchObject({ refundedMinor: 8000 });
    expect(await creditsOf(ordered)).toEqual([490]);
  });

  it('can be given back in one sum, which credits no more than the document says', async () => {
    await refund(ordered, 8000);
    expect(await shop.payment(ordered)).toMatchObject({ refundedMinor: 8000 });
    expect(await creditsOf(ordered)).toEqual([490]);
  });
});

describe('Money taken for an order that is over', () => {
  it('raises an alert once, however often it is read', async () => {
    const ordered = await shop.order();
    await shop.operator.cancelOrder(ordered);
    shop.payments.change(ordered.ref, { state: 'captured', capturedMinor: 8000, captureBefore: null });
    for (let n = 0; n < 3; n++) await shop.operator.onProviderNotice(ordered.ref);
    expect(await shop.attention()).toEqual(['taken for an order that is over']);
  });
});

describe('A state of the provider that was read before another', () => {
  it('is not taken for the newer one, when its answer comes later', async () => {
    const ordered = await shop.charging();
    await end(ordered, 10_000);
    const first = shop.payments.hold('read');
    const looking = shop.operator.onProviderNotice(ordered.ref);
    await shop.pass(0);
    shop.payments.hold('read')();
    shop.payments.change(ordered.ref, { refundedMinor: 300 });
    await shop.operator.onProviderNotice(ordered.ref);
    first();
    await looking;
    expect(await shop.payment(ordered)).toMatchObject({ refundedMinor: 300 });
    expect(await shop.attention()).toEqual(['refunded at the provider']);
  });
});

describe('A refund that the card’s bank sends back', () => {
  it('is told as what it is', async () => {
    const ordered = await shop.charging();
    await end(ordered, 10_000);
    await refund(ordered, 490);
    shop.payments.change(ordered.ref, { refundedMinor: 0 });
    await shop.operator.onProviderNotice(ordered.ref);
    expect(await shop.payment(ordered)).toMatchObject({ refundedMinor: 0 });
    expect(await shop.attention()).toEqual(['a refund came back']);
  });
});
