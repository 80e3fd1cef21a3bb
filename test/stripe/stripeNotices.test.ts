import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { createStripe, STRIPE_PATH } from '../../server/adapters/stripe/stripe.ts';
import type { CreateCheckoutRequest, Payments } from '../../server/core/ports/ports.ts';
import { translator } from '../support/invoiceFacts.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { orderAt, POINTS } from '../support/orders.ts';
import { type FakeStripe, startFakeStripe } from '../support/stripe/fakeStripe.ts';
import { type Notice, signatureOf } from '../support/stripe/notices.ts';
import { STRIPE_ENV } from '../support/stripe/stripeEnv.ts';

const SECRET = 'whsec_own';
const TOKEN = 'a token of more than thirty-two characters';
const CONNECTED_SECRET = 'whsec_connected';

interface Post {
  secret?: string;
  ageS?: number;
  signed?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
}

/** Sends a webhook. By default it is signed as by Stripe; `more` can forge it. */
async function post(origin: string, payload: string, more: Post = {}): Promise<number> {
  const { secret = SECRET, ageS = 0, signed = payload, headers = {}, body = payload } = more;
  const signature = signatureOf({ payload: signed, secret, atS: Math.floor(Date.now() / 1000) - ageS });
  const answer = await fetch(origin + STRIPE_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature, ...headers },
    body,
  });
  return answer.status;
}
const pay = async (url: string) => {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ email: 'ada@example.org', card: '4242424242424242' }),
  });
  expect(answer.status).toBe(303);
};

describe('A notice of Stripe to the app', () => {
  let peer: FakeStripe;
  let open: RunningApp;
  let lines: { msg: string; payment?: string }[];
  beforeEach(async () => {
    peer = await startFakeStripe();
    lines = [];
    open = await startApp({
      speed: 1,
      env: {
        ...STRIPE_ENV,
        STATUS_TOKEN: TOKEN,
        STRIPE_WEBHOOK_SECRET: `${SECRET},${CONNECTED_SECRET}`,
        LOG_LEVEL: 'info',
        TRUST_PROXY: '1',
      },
      logTo: { write: line => void lines.push(JSON.parse(line) as { msg: string }) },
      stripe: { apiOrigin: peer.origin, pageOrigin: peer.origin },
    });
  });
  afterEach(async () => {
    await open.close();
    await peer.close();
  });

  const reads = () => peer.received.filter(({ call }) => call === 'sessions.retrieve').length;
  const moves = () => lines.filter(({ msg }) => msg.startsWith('payment ')).map(({ msg }) => msg);
  /**
   * Creates a paid order.
   * @returns the webhook about the payment, which the test has yet to send
   */
  const paid = async (): Promise<Notice> => {
    const { url } = await orderAt(open, POINTS.neverPlugsIn);
    await pay(url);
    return peer.notices.at(-1) as Notice;
  };

  it('makes it read the payment, although it comes from no page of ours', async () => {
    const { type, payload } = await paid();
    expect(type).toBe('checkout.session.completed');
    expect(await post(open.origin, payload, { headers: { origin: 'https://stripe.com', 'sec-fetch-site': 'cross-site' } })).toBe(
      204,
    );
    expect(moves()).toEqual(['payment authorised']);
    expect(await post(open.origin, payload)).toBe(204);
    expect(moves()).toEqual(['payment authorised']);
  });

  it('may be signed with any of its secrets', async () => {
    const { payload } = await paid();
    expect(await post(open.origin, payload, { secret: CONNECTED_SECRET })).toBe(204);
    expect(moves()).toEqual(['payment authorised']);
  });

  it('is not heard when it is forged, changed on its way, unsigned or too old', async () => {
    const { payload } = await paid();
    const before = reads();
    expect(await post(open.origin, payload, { secret: 'whsec_guessed' })).toBe(400);
    expect(await post(open.origin, `${payload} `, { signed: payload })).toBe(400);
    expect(await post(open.origin, payload, { headers: { 'stripe-signature': '' } })).toBe(400);
    expect(await post(open.origin, payload, { ageS: 320 })).toBe(400);
    expect(await post(open.origin, payload, { ageS: 280 })).toBe(204);
    expect(reads()).toBe(before + 1);
  });

  it('is never believed: one that claims a payment nobody made changes nothing', async () => {
    const { url } = await orderAt(open, POINTS.neverPlugsIn);
    const page = peer.books.pages.get(url.split('/').at(-1) ?? '')?.page;
    const claim = { id: 'evt_1', object: 'event', livemode: false, type: 'checkout.session.completed' };
    const object = { ...page, status: 'complete', payment_status: 'paid' };
    expect(await post(open.origin, JSON.stringify({ ...claim, data: { object } }))).toBe(204);
    expect(moves()).toEqual([]);
  });

  it('about something of another shop, or of a kind nobody asked for, is taken and changes nothing', async () => {
    const { payload } = await paid();
    for (const object of [{ id: 'cs_live_other', object: 'checkout.session' }, { id: null }, {}])
      await post(open.origin, JSON.stringify({ ...JSON.parse(payload), data: { object } })).then(status =>
        expect(status).toBe(204),
      );
    expect(await post(open.origin, payload.replace('checkout.session.completed', 'customer.created'))).toBe(204);
    expect(moves()).toEqual([]);
  });

  it('that could not be followed is sent again by Stripe, and then followed', async () => {
    const { payload } = await paid();
    peer.trouble({ call: 'sessions.retrieve', kind: 'failed' });
    expect(await post(open.origin, payload)).toBe(503);
    expect(moves()).toEqual([]);
    expect(await post(open.origin, payload)).toBe(204);
    expect(moves()).toEqual(['payment authorised']);
  });

  it.each(['missing', 'denied'] as const)('is taken and not repeated where Stripe answers that the payment is %s', async kind => {
    const { payload } = await paid();
    peer.trouble({ call: 'sessions.retrieve', kind });
    expect(await post(open.origin, payload)).toBe(204);
    expect(moves()).toEqual([]);
    const status = await fetch(`${open.origin}/status`, { headers: { Authorization: `Bearer ${TOKEN}` } });
    expect(JSON.stringify(await status.json())).toContain('"ignored":1');
    expect(await post(open.origin, payload)).toBe(204);
    expect(moves()).toEqual(['payment authorised']);
  });

  it('has an end to its length, and is not unpacked', async () => {
    const long = JSON.stringify({ text: 'x'.repeat(256 * 1024) });
    expect(await post(open.origin, long)).toBe(413);
    const packed = gzipSync('{}');
    expect(await post(open.origin, '{}', { headers: { 'content-encoding': 'gzip' }, body: packed })).toBe(415);
  });

  it.each([
    ['the same address, as behind one proxy', () => '192.0.2.7'],
    ['ever other addresses', (n: number) => `2001:db8:${n.toString(16)}::1`],
  ])('is heard although too many were forged at %s', async (_, from) => {
    const { payload } = await paid();
    const forge = (n: number) => post(open.origin, payload, { secret: 'whsec_guessed', headers: { 'x-forwarded-for': from(n) } });
    for (let n = 0; n < 60; n++) expect(await forge(n)).toBe(400);
    expect(await forge(60)).toBe(429);
    expect(await post(open.origin, payload)).toBe(204);
    expect(moves()).toEqual(['payment authorised']);
    expect(lines.filter(({ msg }) => msg === 'bug')).toEqual([]);
  });
});

describe('A notice of Stripe to its adapter', () => {
  let peer: FakeStripe;
  let payments: Payments;
  let checked: string[];
  let ignored: number;
  let origin: string;
  let close: () => Promise<void>;
  beforeEach(async () => {
    peer = await startFakeStripe();
    checked = [];
    ignored = 0;
    const adapter = await createStripe({
      secretKey: 'sk_test_peer',
      webhookSecrets: [SECRET],
      translator,
      clock: { now: () => new Date(), sleepUntil: async () => undefined },
      check: async ref => void checked.push(ref),
      noticeIgnored: () => void ignored++,
      place: { apiOrigin: peer.origin, pageOrigin: peer.origin },
    });
    payments = adapter.payments;
    const server = express().use(STRIPE_PATH, adapter.router).listen(0, '127.0.0.1');
    await new Promise(resolve => server.once('listening', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    close = async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
      await peer.close();
    };
  });
  afterEach(() => close());

  const checkoutOf = (account: string | null): CreateCheckoutRequest => ({
    paymentId: 'p1',
    key: 'authorise:p1:1',
    amountMinor: 8000,
    currency: 'EUR',
    locale: 'de',
    email: null,
    account,
    returnUrl: 'https://charge.example/back',
    cancelUrl: 'https://charge.example/back',
    description: 'Blaufink',
    expiresAt: new Date(Date.now() + 31 * 60_000),
  });
  /** Plays every event of one payment: captured, refunded, disputed. */
  const lifeOf = async (account: string | null): Promise<string> => {
    const { ref, url } = await payments.createCheckout(checkoutOf(account));
    await pay(url);
    await payments.capture({ ref, amountMinor: 1000, key: 'capture:p1:1' });
    await payments.refund({ ref, amountMinor: 300, key: 'refund:p1:1' });
    peer.dispute([...peer.books.pages.keys()][0] ?? '');
    return ref;
  };

  it.each([null, 'acct_blaufink'])('about page, refund or dispute names the page it is about (account %p)', async account => {
    const ref = await lifeOf(account);
    const checkedByType: Record<string, string[]> = {};
    for (const { type, payload } of peer.notices) {
      checked.length = 0;
      expect(await post(origin, payload)).toBe(204);
      checkedByType[type] = [...checked];
    }
    expect(checkedByType).toEqual({
      'checkout.session.completed': [ref],
      'payment_intent.succeeded': [],
      'charge.refunded': [ref],
      'charge.dispute.created': [ref],
    });
  });

  it('of the other mode is ignored without any call', async () => {
    await lifeOf(null);
    const before = peer.received.length;
    checked.length = 0;
    for (const { payload } of peer.notices) {
      const live = JSON.stringify({ ...(JSON.parse(payload) as object), livemode: true });
      expect(await post(origin, live)).toBe(204);
    }
    expect([peer.received.length, checked, ignored]).toEqual([before, [], peer.notices.length]);
  });

  it.each(['missing', 'denied'] as const)('whose page is %s at Stripe is ignored, one that failed is sent again', async kind => {
    await lifeOf(null);
    const refunded = peer.notices.find(({ type }) => type === 'charge.refunded')?.payload ?? '';
    checked.length = 0;
    peer.trouble({ call: 'sessions.list', kind });
    expect([await post(origin, refunded), ignored]).toEqual([204, 1]);
    peer.trouble({ call: 'sessions.list', kind: 'failed' });
    expect([await post(origin, refunded), ignored]).toEqual([503, 1]);
    expect(checked).toEqual([]);
  });

  it('about a refund that the bank sends back names its page', async () => {
    const ref = await lifeOf(null);
    const refunded = peer.notices.find(({ type }) => type === 'charge.refunded')?.payload ?? '';
    const event = JSON.parse(refunded) as { data: { object: { payment_intent: string } } };
    const { payment_intent } = event.data.object;
    const object = { id: 're_1', object: 'refund', status: 'failed', payment_intent };
    expect(await post(origin, JSON.stringify({ ...event, type: 'refund.failed', data: { object } }))).toBe(204);
    expect(checked).toEqual([ref]);
  });

  it('about a hold that has lapsed names its page', async () => {
    const { ref, url } = await payments.createCheckout(checkoutOf(null));
    await pay(url);
    await payments.release({ ref, key: 'release:p1:1' });
    expect(await post(origin, peer.notices.at(-1)?.payload ?? '')).toBe(204);
    expect(peer.notices.at(-1)?.type).toBe('payment_intent.canceled');
    expect(checked).toEqual([ref]);
  });
});
