import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createStripe } from '../../server/adapters/stripe/stripe.ts';
import type { ProviderPayoutRow } from '../../server/core/ports/payoutPort.ts';
import { type Payments, ProviderFailed, ProviderUnavailable } from '../../server/core/ports/ports.ts';
import { DAY_MS } from '../../shared/model/time.ts';
import { createManualClock, type ManualClock } from '../support/clock.ts';
import { translator } from '../support/invoiceFacts.ts';
import { type FakeStripe, startFakeStripe } from '../support/stripe/fakeStripe.ts';
import { payOut } from '../support/stripe/payouts.ts';

let clock: ManualClock;
let peer: FakeStripe;
let payments: Payments;
beforeEach(async () => {
  clock = createManualClock();
  peer = await startFakeStripe({ clock });
  const origins = { apiOrigin: peer.origin, pageOrigin: peer.origin };
  const common = { webhookSecrets: [], clock, translator, check: async () => undefined };
  ({ payments } = await createStripe({ ...common, secretKey: 'sk_test_peer', place: origins }));
});
afterEach(() => peer.close());

let count = 0;
/** Creates a payment of which all but one euro is captured. */
async function capturePayment({ account = null, currency = 'EUR' }: { account?: string | null; currency?: 'EUR' | 'CHF' } = {}) {
  const paymentId = `payment-${++count}`;
  const [minutes31, texts] = [31 * 60_000, { locale: 'de', description: 'Blaufink', email: 'ada@example.org' } as const];
  const expiresAt = new Date(clock.now().getTime() + minutes31);
  const urls = { returnUrl: 'https://charge.example/back', cancelUrl: 'https://charge.example/back' };
  const checkout = {
    paymentId,
    key: `authorise:${paymentId}:1`,
    amountMinor: 8000,
    currency,
    account,
    expiresAt,
    ...texts,
    ...urls,
  };
  const { ref, url } = await payments.createCheckout(checkout);
  await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ card: '4242 4242 4242 4242' }) });
  await payments.capture({ ref, amountMinor: 7900, key: `capture:${paymentId}:1` });
  return { ref, paymentId };
}

const span = () => ({ from: new Date(clock.now().getTime() - DAY_MS), to: new Date(clock.now().getTime() + DAY_MS) });
const list = (account: string | null = null) => payments.listPayouts({ account, after: null, ...span() });
async function rowsOf(payoutId: string, account: string | null = null): Promise<readonly ProviderPayoutRow[]> {
  const rows: ProviderPayoutRow[] = [];
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<Payments['listPayoutRows']>> = await payments.listPayoutRows({ account, payoutId, after });
    rows.push(...page.items);
    if (page.next === null) return rows;
    after = page.next;
  }
}

describe('What Stripe has paid out', () => {
  it('is told with every row that it is made of, and whose payment each was', async () => {
    const one = await capturePayment();
    const other = await capturePayment();
    await payments.refund({ ref: one.ref, amountMinor: 500, key: 'refund:1' });
    const others = [
      { type: 'stripe_fee', amount: -200 },
      { type: 'adjustment', amount: -30 },
    ] as const;
    const { payout } = payOut(peer.books, { others });
    const { items, next } = await list();
    expect(next).toBeNull();
    expect(items).toEqual([
      { id: payout.id, arrivedAt: expect.any(Date), currency: 'EUR', paidMinor: payout.amount, state: 'paid' },
    ]);
    const rows = await rowsOf(payout.id);
    const card = { currency: 'EUR', amountMinor: 7900 };
    expect(rows).toHaveLength(5);
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'capture', paymentId: one.paymentId, amountMinor: 7900, feeMinor: 144, card }),
        expect.objectContaining({ kind: 'capture', paymentId: other.paymentId, ref: expect.stringMatching(/^pi_/) }),
        expect.objectContaining({ kind: 'refund', paymentId: one.paymentId, amountMinor: -500, feeMinor: 0 }),
        expect.objectContaining({ kind: 'fee', paymentId: null, ref: null, amountMinor: -200, card: null }),
        expect.objectContaining({ kind: 'other', amountMinor: -30 }),
      ]),
    );
    expect(rows.reduce((sum, { amountMinor, feeMinor }) => sum + amountMinor - feeMinor, 0)).toBe(payout.amount);
    expect(rows.find(({ kind }) => kind === 'refund')?.card).toEqual({ currency: 'EUR', amountMinor: -500 });
  });

  it('comes page by page, payouts as well as their rows, none of them twice', async () => {
    const others = Array.from({ length: 230 }, (_, n) => ({ amount: -(n + 1), id: `txn_${n}` }));
    const { payout } = payOut(peer.books, { others });
    for (let n = 0; n < 120; n++) payOut(peer.books);
    const rows = await rowsOf(payout.id);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(230);
    const first = await list();
    const second = await payments.listPayouts({ account: null, after: first.next, ...span() });
    expect([first.items.length, second.items.length, second.next]).toEqual([100, 21, null]);
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(121);
  });

  it('is of one account alone, and of the days that are asked for', async () => {
    await capturePayment({ account: 'acct_1' });
    const { payout } = payOut(peer.books, { account: 'acct_1' });
    expect((await list()).items).toEqual([]);
    expect((await list('acct_1')).items).toMatchObject([{ id: payout.id }]);
    expect(await rowsOf(payout.id, 'acct_1')).toMatchObject([{ kind: 'capture' }]);
    const { from } = span();
    expect((await payments.listPayouts({ account: 'acct_1', from, to: clock.now(), after: null })).items).toEqual([]);
  });

  it('keeps the card’s own currency where Stripe has changed the money', async () => {
    const { paymentId } = await capturePayment({ currency: 'CHF' });
    const { payout, entries } = payOut(peer.books);
    for (const entry of entries) if (entry.type === 'charge') Object.assign(entry, { amount: 8215, currency: 'eur' });
    expect(await rowsOf(payout.id)).toMatchObject([
      { paymentId, amountMinor: 8215, card: { currency: 'CHF', amountMinor: 7900 } },
    ]);
  });

  it('is left out while it is on its way, while Stripe sorts its rows, and in a currency that nothing is sold in', async () => {
    payOut(peer.books, { more: { status: 'in_transit' } });
    payOut(peer.books, { more: { reconciliation_status: 'in_progress' } });
    payOut(peer.books, { more: { currency: 'usd' } });
    expect((await list()).items).toEqual([]);
  });

  it('says which the bank has sent back, and which somebody has paid out by hand', async () => {
    const { payout: failed } = payOut(peer.books, { others: [{ amount: 900 }], more: { status: 'failed' } });
    const manual = { automatic: false, reconciliation_status: 'not_applicable', amount: 700 } as const;
    const { payout } = payOut(peer.books, { more: manual });
    expect((await list()).items).toMatchObject([
      { id: payout.id, paidMinor: 700, state: 'paid' },
      { id: failed.id, paidMinor: 900, state: 'failed' },
    ]);
    expect(await rowsOf(payout.id)).toMatchObject([{ kind: 'manual', amountMinor: 700, paymentId: null }]);
  });

  it.each(['busy', 'gateway', 'failed'] as const)('is not known where Stripe is %s, and no key is used up', async kind => {
    peer.trouble({ call: 'payouts.list', kind });
    const failure = await list().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProviderUnavailable);
    expect(failure).not.toBeInstanceOf(ProviderFailed);
    expect((await list()).items).toEqual([]);
  });
});
