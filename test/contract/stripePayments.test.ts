import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createStripe } from '../../server/adapters/stripe/stripe.ts';
import { type CreateCheckoutRequest, type Payments, ProviderFailed, ProviderUnavailable } from '../../server/core/ports/ports.ts';
import { createManualClock, type ManualClock } from '../support/clock.ts';
import { translator } from '../support/invoiceFacts.ts';
import { type FakeStripe, startFakeStripe } from '../support/stripe/fakeStripe.ts';
import type { Fault } from '../support/stripe/faults.ts';
import { openTestMode } from '../support/stripe/testMode.ts';
import { until } from '../support/until.ts';
import { type CardKind, describePayments, PAYER_EMAIL, type PaymentsUnderTest } from './payments.contract.ts';

const CARDS: Readonly<Record<CardKind, string>> = {
  good: '4242 4242 4242 4242',
  wallet: '4000 0000 0000 1000',
  declined: '4000 0000 0000 0002',
  'short hold': '4000 0000 0000 1976',
};

/** Creates the Stripe adapter of one process. Several processes may share a Stripe account. */
async function openAdapter(peer: FakeStripe, clock: ManualClock, secretKey = 'sk_test_peer'): Promise<Payments> {
  const { payments } = await createStripe({
    secretKey,
    webhookSecrets: [],
    clock,
    translator,
    check: async () => undefined,
    place: { apiOrigin: peer.origin, pageOrigin: peer.origin },
  });
  return payments;
}

async function openAgainstPeer(): Promise<PaymentsUnderTest & { peer: FakeStripe; clock: ManualClock }> {
  const clock = createManualClock();
  const peer = await startFakeStripe({ clock });
  const payments = await openAdapter(peer, clock);
  return {
    peer,
    clock,
    payments,
    now: clock.now,
    pass: clock.pass,
    walletDigits: ['1000', '9876'],
    close: peer.close,
    dispute: async ref => peer.dispute(ref),
    failRefund: effect => peer.trouble({ call: 'refunds.create', kind: effect === 'acts' ? 'failedAfter' : 'failed' }),
    async pay({ url }, card = 'good') {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ card: CARDS[card], email: PAYER_EMAIL }),
      });
      return answer.status === 303;
    },
  };
}

describePayments('Stripe, against a peer on this machine', openAgainstPeer);

const { STRIPE_TEST_KEY } = process.env;
if (STRIPE_TEST_KEY) {
  describePayments('Stripe, in its own test mode', () => openTestMode(STRIPE_TEST_KEY), {
    lacks: ['time', 'wallet', 'dispute', 'server-error'],
  });
}

describe('Stripe', () => {
  let under: Awaited<ReturnType<typeof openAgainstPeer>>;
  let payments: Payments;
  let peer: FakeStripe;
  beforeEach(async () => {
    under = await openAgainstPeer();
    ({ payments, peer } = under);
  });
  afterEach(() => under.close());

  const checkoutOf = (paymentId: string, more: Partial<CreateCheckoutRequest> = {}): CreateCheckoutRequest => ({
    paymentId,
    key: `authorise:${paymentId}:1`,
    amountMinor: 8000,
    currency: 'EUR',
    locale: 'de',
    email: 'ada@example.org',
    returnUrl: 'https://charge.example/back',
    cancelUrl: 'https://charge.example/gave-up',
    account: null,
    description: 'Blaufink, DE*BLF*E1001*1',
    expiresAt: new Date(under.now().getTime() + 31 * 60_000),
    ...more,
  });
  const held = async (paymentId = 'p1', more: Partial<CreateCheckoutRequest> = {}): Promise<string> => {
    const page = await payments.createCheckout(checkoutOf(paymentId, more));
    expect(await under.pay(page)).toBe(true);
    return page.ref;
  };
  /**
   * Injects the fault twice, because Stripe's SDK repeats a request once after a cut connection, with the same idempotency key.
   */
  const cut = (call: Fault['call'], kind: Fault['kind']) => peer.trouble({ call, kind }, { call, kind });
  const moves = () => peer.ledger.map(({ move, amountMinor }) => `${move} ${amountMinor}`);
  const keys = (call: string) => peer.received.filter(received => received.call === call).map(({ key }) => key);

  it.each(['won', 'lost'] as const)('tells how a dispute stands, and that it was %s', async status => {
    const ref = await held();
    await payments.capture({ ref, amountMinor: 1000, key: 'capture:p1:1' });
    expect((await payments.read(ref)).dispute ?? null).toBeNull();
    await under.dispute(ref);
    expect((await payments.read(ref)).dispute).toEqual({ state: 'open', amountMinor: 1000 });
    peer.endDispute(ref, status);
    expect((await payments.read(ref)).dispute).toEqual({ state: status, amountMinor: 1000 });
    expect(peer.notices.map(({ type }) => type).slice(-2)).toEqual(['charge.dispute.created', 'charge.dispute.closed']);
  });

  it('tells what the account takes as soon as it has asked, each account for itself, and asks again after an hour', async () => {
    const countRequests = () => peer.received.filter(({ call }) => call === 'configurations.list').length;
    expect(payments.methods?.(null)).toEqual(['card']);
    await until(
      async () => payments.methods?.(null).length,
      count => count === 2,
    );
    expect(payments.methods?.(null)).toEqual(['card', 'apple-pay']);
    payments.methods?.('acct_other');
    await until(
      async () => payments.methods?.('acct_other').length,
      count => count === 3,
    );
    expect(countRequests()).toBe(2);
    await under.pass(3_600_000);
    peer.refuseKeys();
    expect(payments.methods?.(null)).toEqual(['card', 'apple-pay']);
    expect(payments.methods?.(null)).toEqual(['card', 'apple-pay']);
  });

  it('has a payment with a failed charge after a refused card, and the same payment after one that is accepted', async () => {
    const page = await payments.createCheckout(checkoutOf('p1'));
    expect(await under.pay(page, 'declined')).toBe(false);
    const intents = () => [...peer.books.intents.values()];
    expect(intents()).toMatchObject([{ status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } }]);
    expect([...peer.books.charges.values()]).toMatchObject([
      { status: 'failed', payment_method_details: { card: { last4: '0002' } } },
    ]);
    expect(moves()).toEqual([]);
    expect(await under.pay(page)).toBe(true);
    expect(intents()).toMatchObject([{ status: 'requires_capture', last_payment_error: null }]);
    expect((await payments.read(page.ref)).cardDigits).toEqual(['4242']);
  });

  it('takes nothing while cards are switched off, and says so within five minutes after they are switched on', async () => {
    peer.books.acceptsCards = false;
    const untilCaptured = (count: number) =>
      until(
        async () => payments.methods?.(null),
        methods => methods?.length === count,
      );
    await untilCaptured(0);
    await expect(payments.createCheckout(checkoutOf('p1'))).rejects.toThrow(ProviderFailed);
    peer.books.acceptsCards = true;
    await under.pass(300_000);
    await untilCaptured(2);
  });

  it('is asked for a hold on its hosted page, in the driver’s language, and told what the hold is for', async () => {
    const { ref, url } = await payments.createCheckout(checkoutOf('p1'));
    const storedPage = peer.books.pages.get(ref);
    expect(url).toBe(`${peer.origin}/c/pay/${ref}`);
    expect(storedPage?.requested).toMatchObject({ capture_method: 'manual', metadata: { paymentId: 'p1' } });
    expect(storedPage?.page).toMatchObject({
      amount_total: 8000,
      currency: 'eur',
      locale: 'de',
      client_reference_id: 'p1',
      metadata: { paymentId: 'p1' },
      success_url: 'https://charge.example/back',
      cancel_url: 'https://charge.example/gave-up',
      expires_at: Math.floor(under.now().getTime() / 1000) + 31 * 60,
    });
    expect(await (await fetch(url)).text()).toContain('reserviert');
    expect(keys('sessions.create')).toEqual(['authorise:p1:1']);
  });

  it('counts a hold by its payment, although its page stays unpaid', async () => {
    const ref = await held();
    expect(peer.books.pages.get(ref)?.page).toMatchObject({ payment_status: 'unpaid', status: 'complete' });
    expect(await payments.read(ref)).toMatchObject({ state: 'authorised', authorisedMinor: 8000 });
  });

  it('is asked in the name of the client’s own account, and only that account knows of the payment', async () => {
    const ref = await held('p1', { account: 'acct_blaufink' });
    expect(ref).toMatch(/^acct_blaufink\/cs_test_/);
    expect(await payments.capture({ ref, amountMinor: 700, key: 'capture:p1:1' })).toMatchObject({ ref, capturedMinor: 700 });
    expect(await payments.refund({ ref, amountMinor: 200, key: 'refund:p1:1' })).toMatchObject({ refundedMinor: 200 });
    await expect(payments.read(ref.split('/')[1]!)).rejects.toThrow('resource_missing');
  });

  it('does not count what a partial capture left untaken as given back', async () => {
    const ref = await held();
    await payments.capture({ ref, amountMinor: 1234, key: 'capture:p1:1' });
    expect([...peer.books.charges.values()][0]).toMatchObject({ amount_refunded: 8000 - 1234 });
    expect(await payments.read(ref)).toMatchObject({ capturedMinor: 1234, refundedMinor: 0 });
    expect(moves()).toEqual(['held 8000', 'taken 1234']);
  });

  it.each(['refused', 'lost', 'gateway', 'busy'] as const)('leaves it open what became of a call that was %s', async kind => {
    const ref = await held();
    if (kind === 'refused' || kind === 'lost') cut('intents.capture', kind);
    else peer.trouble({ call: 'intents.capture', kind });
    const failure = await payments.capture({ ref, amountMinor: 1234, key: 'capture:p1:1' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProviderUnavailable);
    expect(failure).not.toBeInstanceOf(ProviderFailed);
    expect(await payments.read(ref)).toMatchObject({ capturedMinor: kind === 'lost' ? 1234 : 0 });
    expect(await payments.capture({ ref, amountMinor: 1234, key: 'capture:p1:1' })).toMatchObject({ capturedMinor: 1234 });
    expect(moves()).toEqual(['held 8000', 'taken 1234']);
  });

  it('repeats a kept error for its key, until the provider’s state was read and the next key is used', async () => {
    const ref = await held();
    peer.trouble({ call: 'intents.capture', kind: 'failed' });
    const capture = (n: number) => payments.capture({ ref, amountMinor: 1234, key: `capture:p1:${n}` });
    for (const failure of [await capture(1).catch(String), await capture(1).catch(String)])
      expect(failure).toBe('ProviderUnavailable: internal_error');
    expect(await payments.read(ref)).toMatchObject({ state: 'authorised' });
    expect(await capture(2)).toMatchObject({ state: 'captured', capturedMinor: 1234 });
  });

  it('that failed after it had acted is believed by what can be read', async () => {
    const ref = await held();
    peer.trouble({ call: 'intents.capture', kind: 'failedAfter' });
    expect(await payments.capture({ ref, amountMinor: 1234, key: 'capture:p1:1' })).toMatchObject({ capturedMinor: 1234 });
    expect(moves()).toEqual(['held 8000', 'taken 1234']);
  });

  it('gives a refund once whose answer was lost and which is asked for again with its key', async () => {
    const ref = await held();
    await payments.capture({ ref, amountMinor: 1000, key: 'capture:p1:1' });
    const refund = () => payments.refund({ ref, amountMinor: 300, key: 'refund:p1:1' });
    cut('refunds.create', 'lost');
    await expect(refund()).rejects.toThrow(ProviderUnavailable);
    expect(await refund()).toMatchObject({ refundedMinor: 300 });
    expect(moves()).toEqual(['held 8000', 'taken 1000', 'refunded 300']);
  });

  it('gives a refund once that is asked for again while the first call is still on its way', async () => {
    const ref = await held();
    await payments.capture({ ref, amountMinor: 1000, key: 'capture:p1:1' });
    const other = await openAdapter(peer, under.clock);
    const refund = (process: Payments) => process.refund({ ref, amountMinor: 300, key: 'refund:p1:1' });
    peer.trouble({ call: 'refunds.create', kind: 'late', ms: 2000 });
    const first = refund(payments);
    await until(
      async () => keys('refunds.create'),
      received => received.length === 1,
    );
    const failure = await refund(other).catch((error: unknown) => error);
    expect(failure).toMatchObject({ message: 'idempotency_key_in_use' });
    // ProviderFailed would be a definite error: the app would refund again with a new idempotency key, so the driver would be
    // refunded twice.
    expect(failure).not.toBeInstanceOf(ProviderFailed);
    expect(await first).toMatchObject({ refundedMinor: 300 });
    expect(await refund(other)).toMatchObject({ refundedMinor: 300 });
    expect(moves()).toEqual(['held 8000', 'taken 1000', 'refunded 300']);
  });

  it('ends a page that was answered with a 500, because its key answers nothing else for a day', async () => {
    peer.trouble({ call: 'sessions.create', kind: 'failedAfter' });
    await expect(payments.createCheckout(checkoutOf('p1'))).rejects.toThrow(ProviderFailed);
  });

  it('opens one page for two clicks, and the same one after a lost answer', async () => {
    cut('sessions.create', 'lost');
    peer.trouble({ call: 'sessions.create', kind: 'late', ms: 50 });
    await expect(payments.createCheckout(checkoutOf('p1'))).rejects.toThrow(ProviderUnavailable);
    const [one, two] = await Promise.all([payments.createCheckout(checkoutOf('p1')), payments.createCheckout(checkoutOf('p1'))]);
    expect(one).toEqual(two);
    expect(peer.books.pages.size).toBe(1);
  });

  it('opens one page and takes money once for two processes that ask at the same time', async () => {
    const both = [payments, await openAdapter(peer, under.clock)];
    peer.trouble({ call: 'sessions.create', kind: 'late', ms: 300 });
    const pages = await Promise.all(both.map(process => process.createCheckout(checkoutOf('p1'))));
    expect(new Set(pages.map(({ ref }) => ref)).size).toBe(1);
    const [{ ref, url }] = pages as [{ ref: string; url: string }];
    await under.pay({ ref, url });
    const answers = await Promise.all(
      both.map((process, n) => process.capture({ ref, amountMinor: 1000 * (n + 1), key: `capture:p1:${n + 1}` })),
    );
    expect(new Set(answers.map(({ capturedMinor }) => capturedMinor)).size).toBe(1);
    expect(peer.ledger.map(({ move }) => move)).toEqual(['held', 'taken']);
  });

  it('refuses for certain a key that was used for something else, and what it does not understand', async () => {
    await payments.createCheckout(checkoutOf('p1'));
    await expect(payments.createCheckout(checkoutOf('p1', { amountMinor: 9000 }))).rejects.toThrow(ProviderFailed);
    const tooSoon = new Date(under.now().getTime() + 60_000);
    await expect(payments.createCheckout(checkoutOf('p2', { expiresAt: tooSoon }))).rejects.toThrow('parameter_invalid');
  });

  it('is there only while it answers and lets us in, and is asked about nobody', async () => {
    await held();
    await expect(payments.health()).resolves.toBeUndefined();
    for (const kind of ['refused', 'busy', 'gateway', 'failed', 'lost'] as const) {
      cut('sessions.list', kind);
      await expect(payments.health()).rejects.toThrow(ProviderUnavailable);
      // If the SDK did not repeat the request, one injected fault is left. This call consumes it.
      await payments.health().catch(() => undefined);
      await expect(payments.health()).resolves.toBeUndefined();
    }
    const stranger = await openAdapter(peer, under.clock, 'sk_gone');
    await expect(stranger.health()).rejects.toThrow(/^api_key_invalid$/);
    const answer = await fetch(`${peer.origin}/v1/checkout/sessions?${peer.received.at(-1)?.query}`, {
      headers: { authorization: 'Bearer sk_test_x' },
    });
    expect(await answer.json()).toMatchObject({ data: [] });
    expect(moves()).toEqual(['held 8000']);
  });

  it('never has its words passed on, which may quote a driver', async () => {
    const failure = await payments.read('cs_test_ada@example.org').catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ProviderUnavailable', message: 'resource_missing' });
    expect(failure).not.toHaveProperty('cause');
  });

  it('takes none but the parameters that its SDK names', async () => {
    const answer = await fetch(`${peer.origin}/v1/checkout/sessions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_x' },
      body: new URLSearchParams({ mode: 'payment', 'payment_method_types[0]': 'card' }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 'parameter_unknown', param: 'payment_method_types' } });
  });
});
