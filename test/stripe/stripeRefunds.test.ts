import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createStripe } from '../../server/adapters/stripe/stripe.ts';
import type { Payments } from '../../server/core/ports/ports.ts';
import { handleRefund } from '../../server/shop/payments/refundJobs.ts';
import { enqueueRefund } from '../../server/shop/payments/refunds.ts';
import { MINUTE_MS } from '../../shared/model/time.ts';
import { translator } from '../support/invoiceFacts.ts';
import { type OpenContext, openContext } from '../support/openContext.ts';
import { type FakeStripe, startFakeStripe } from '../support/stripe/fakeStripe.ts';

let open: OpenContext;
let peer: FakeStripe;
let payments: Payments;
beforeEach(async () => {
  open = await openContext();
  peer = await startFakeStripe({ clock: open.clock });
  const origins = { apiOrigin: peer.origin, pageOrigin: peer.origin };
  const checkPayment = async () => undefined;
  ({ payments } = await createStripe({
    secretKey: 'sk_test_peer',
    webhookSecrets: [],
    clock: open.clock,
    translator,
    check: checkPayment,
    place: origins,
  }));
});
afterEach(async () => {
  await peer.close();
  await open.close();
});

/** Creates a session of 20.00 € that was paid through Stripe, and a refund of 10.00 € that staff requested. */
async function refunding() {
  const page = await payments.createCheckout({
    paymentId: 'paid',
    key: 'authorise:paid:1',
    amountMinor: 8000,
    currency: 'EUR',
    locale: 'de',
    email: 'ada@example.org',
    returnUrl: 'https://charge.example/back',
    cancelUrl: 'https://charge.example/back',
    account: null,
    description: 'Blaufink',
    expiresAt: new Date(open.clock.now().getTime() + 31 * MINUTE_MS),
  });
  const body = new URLSearchParams({ card: '4242 4242 4242 4242' });
  expect((await fetch(page.url, { method: 'POST', redirect: 'manual', body })).status).toBe(303);
  await payments.capture({ ref: page.ref, amountMinor: 2000, key: 'capture:paid:1' });
  const order = await open.given({
    order: { state: 'over' },
    session: { state: 'completed' },
    payment: { ref: page.ref, state: 'captured', capturedMinor: 2000 },
  });
  const { number } = await order.session();
  const refund = await enqueueRefund(
    { store: open.store, now: open.clock.now() },
    { number, amountMinor: 1000, reason: 'too much' },
  );
  const key = `refund:${(await order.payment()).id}:1`;
  return {
    handle: () => handleRefund({ ...open.context, payments }, { subjectId: refund.id }).catch(String),
    /** Executes the refund at Stripe, although Stripe has responded with status 500. */
    act: () =>
      fetch(`${peer.origin}/v1/refunds`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_peer' },
        body: new URLSearchParams({
          payment_intent: String(peer.books.pages.get(page.ref)?.page.payment_intent),
          amount: '1000',
          'metadata[key]': key,
        }),
      }),
    pass: (minutes: number) => open.clock.pass(minutes * MINUTE_MS),
  };
}
const givenBack = () => peer.ledger.filter(({ move }) => move === 'refunded').map(({ amountMinor }) => amountMinor);
const FAULT = { call: 'refunds.create', kind: 'failed' } as const;

describe('A refund that Stripe answers with a 500', () => {
  it('takes place once where Stripe acts after its answer', async () => {
    const refund = await refunding();
    peer.trouble(FAULT);
    expect(await refund.handle()).toBe('ProviderUnavailable: internal_error');
    await refund.act();
    for (let n = 0; n < 6; n++) {
      await refund.pass(5);
      await refund.handle();
    }
    expect(await refund.handle()).toBe('done');
    expect(givenBack()).toEqual([1000]);
  });

  it('takes place once where Stripe acts at any time within ten minutes after the last answer', async () => {
    const refund = await refunding();
    peer.trouble(FAULT);
    await refund.handle();
    await refund.pass(10);
    expect(await refund.handle()).toMatchObject({ retry: 'may still take place' });
    await refund.pass(9);
    await refund.act();
    await refund.pass(1);
    expect(await refund.handle()).toBe('done');
    expect(givenBack()).toEqual([1000]);
  });

  it('takes place with the next key where Stripe has not acted', async () => {
    const refund = await refunding();
    peer.trouble(FAULT);
    await refund.handle();
    await refund.pass(10);
    await refund.handle();
    await refund.pass(10);
    expect(await refund.handle()).toEqual({ retry: 'not refunded' });
    expect(givenBack()).toEqual([]);
    expect(await refund.handle()).toBe('done');
    expect(givenBack()).toEqual([1000]);
  });
});
