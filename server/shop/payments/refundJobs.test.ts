import { afterAll, beforeAll, describe, expect, it, test } from '@jest/globals';
import { HOUR_MS, MINUTE_MS } from '../../../shared/model/time.ts';
import { type GivenOrder, type OpenContext, openContext } from '../../../test/support/openContext.ts';
import { later } from '../../core/records/instants.ts';
import { findRefund, type RefundRecord } from '../../store/shop/refunds.ts';
import { syncPayment } from './holds.ts';
import { handleRefund } from './refundJobs.ts';
import { dropRefund, enqueueRefund, type RefundOptions } from './refunds.ts';

let open: OpenContext;
beforeAll(async () => {
  open = await openContext();
});
afterAll(() => open.close());

let pages = 0;
/** Creates a session with a captured payment of 7.00 €, in the database and at the simulated payment provider. */
async function paid() {
  const request = { paymentId: `paid-${++pages}`, key: `authorise:${pages}`, amountMinor: 8000, currency: 'EUR' as const };
  const { ref } = await open.payments.createCheckout(request as Parameters<typeof open.payments.createCheckout>[0]);
  open.payments.change(ref, { state: 'captured', capturedMinor: 700 });
  const order = await open.given({
    order: { state: 'over' },
    session: { state: 'completed' },
    payment: { ref, state: 'captured', capturedMinor: 700 },
  });
  const number = (await order.session()).number;
  const now = () => open.clock.now();
  return {
    ...order,
    ref,
    options: (more: Partial<RefundOptions> = {}) =>
      enqueueRefund({ store: open.store, now: now() }, { number, amountMinor: 300, reason: ' too much ', ...more }),
    drop: () => dropRefund({ store: open.store, now: now() }, { number }),
    handle: ({ id }: Pick<RefundRecord, 'id'>) => handleRefund(open.context, { subjectId: id }),
    keys: () =>
      open.payments.calls.filter(call => call.ref === ref && call.step === 'refund').map(({ key }) => key.split(':').at(-1)),
  };
}
const found = async ({ id }: Pick<RefundRecord, 'id'>) => {
  const refund = await findRefund(open.store.db, id);
  if (!refund) throw new Error('The refund is gone');
  return refund;
};
/** Lists the audit entries of a payment in the order of their creation. */
const audited = async (order: GivenOrder) => {
  const { id } = await order.payment();
  const rows = await open.store.db
    .selectFrom('audit')
    .select(['what', 'facts'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ what, facts }) => [what, JSON.parse(facts)]);
};
const backdate = (refund: RefundRecord, ms: number) =>
  open.store.db
    .updateTable('refunds')
    .set({ key_at: later(open.clock.now(), -ms).getTime() })
    .where('id', '=', refund.id)
    .execute();

/** Skips the ten minutes between the retirement of a key and its verification. */
const settle = (refund: RefundRecord) =>
  open.store.db
    .updateTable('refunds')
    .set({ verify_from: open.clock.now().getTime() })
    .where('id', '=', refund.id)
    .where('verify_from', 'is not', null)
    .execute();

describe('A refund that is asked for', () => {
  it('is written down with its reason, for a worker to make', async () => {
    const order = await paid();
    const refund = await order.options();
    const now = open.clock.now();
    expect(refund).toMatchObject({ n: 1, amountMinor: 300, reason: 'too much', state: 'asked', beforeMinor: null });
    expect(await found(refund)).toEqual({ ...refund, requestedAt: now, keyAt: now, doneAt: null });
    const job = await open.store.db.selectFrom('outbox').select('kind').where('subject_id', '=', refund.id).executeTakeFirst();
    expect(job).toEqual({ kind: 'refund' });
    expect((await order.payment()).version).toBe(2);
  });

  test.each<[Partial<RefundOptions>, string]>([
    [{ number: 999_999 }, 'No payment has this transaction number.'],
    [{ amountMinor: 0 }, 'Invalid amount.'],
    [{ amountMinor: 1.5 }, 'Invalid amount.'],
    [{ amountMinor: 701 }, 'At most 7 EUR can still be refunded.'],
    [{ reason: ' ' }, 'Missing reason. It is stored in the audit log.'],
  ])('as %j is refused: %s', async (options, why) => {
    const order = await paid();
    await expect(order.options(options)).rejects.toThrow(why);
    expect((await order.payment()).version).toBe(1);
  });

  it('is one at a time, and together they are no more than was charged', async () => {
    const order = await paid();
    const first = await order.options();
    await expect(order.options()).rejects.toThrow('A refund of this payment is still in progress.');
    await order.handle(first);
    await expect(order.options({ amountMinor: 401 })).rejects.toThrow('At most 4 EUR can still be refunded.');
    expect(await order.handle(await order.options({ amountMinor: 400 }))).toBe('done');
    expect(order.keys()).toEqual(['1', '2']);
    expect((await order.payment()).refundedMinor).toBe(700);
  });

  it('is refused for a session that nothing was charged for', async () => {
    const order = await open.given({ session: { state: 'completed' }, payment: { state: 'released' } });
    const request = { number: (await order.session()).number, amountMinor: 100, reason: 'kindness' };
    const nothing = 'Nothing was captured, so nothing can be refunded.';
    await expect(enqueueRefund({ store: open.store, now: open.clock.now() }, request)).rejects.toThrow(nothing);
  });

  it('is of whole forints', async () => {
    const order = await open.given({ payment: { state: 'captured', capturedMinor: 500_000, currency: 'HUF' } });
    const request = { number: (await order.session()).number, amountMinor: 150, reason: 'kindness' };
    const refund = enqueueRefund({ store: open.store, now: open.clock.now() }, request);
    await expect(refund).rejects.toThrow('Amounts in HUF have no decimals.');
    await expect(refund).rejects.toMatchObject({ name: 'RefundRefused' });
  });

  it('is of no more than a refund at the provider has left', async () => {
    const order = await paid();
    await order.handle(await order.options({ amountMinor: 100 }));
    open.payments.change(order.ref, { refundedMinor: 600 });
    await syncPayment(open.context, await order.payment());
    await expect(order.options({ amountMinor: 101 })).rejects.toThrow('At most 1 EUR can still be refunded.');
  });

  it('is of no more than we have not given back ourselves, also where the card did not take it', async () => {
    const order = await paid();
    await order.handle(await order.options());
    open.payments.change(order.ref, { refundedMinor: 0 });
    await syncPayment(open.context, await order.payment());
    expect((await order.payment()).refundedMinor).toBe(0);
    await expect(order.options({ amountMinor: 401 })).rejects.toThrow('At most 4 EUR can still be refunded.');
  });

  it('of one cent, and of all, is done', async () => {
    const order = await paid();
    expect(await order.handle(await order.options({ amountMinor: 1 }))).toBe('done');
    expect(await order.handle(await order.options({ amountMinor: 699 }))).toBe('done');
  });
});

describe('A refund', () => {
  it('is done once, and noted with what the provider has refunded in all', async () => {
    const order = await paid();
    const refund = await order.options();
    open.reported.length = 0;
    const { version } = await order.session();
    expect(await order.handle(refund)).toBe('done');
    expect(await order.handle(refund)).toBe('done');
    expect(await found(refund)).toMatchObject({ state: 'done', beforeMinor: 0, doneAt: open.clock.now() });
    expect(await order.payment()).toMatchObject({ refundedMinor: 300 });
    expect((await order.session()).version).toBe(version + 1);
    expect(order.keys()).toEqual(['1']);
    expect(open.reported).toEqual(['refund completed', `notify ${(await order.session()).id}`]);
    expect(await order.alerts()).toEqual([]);
  });

  it('without an answer is asked for with the same key', async () => {
    const order = await paid();
    const refund = await order.options();
    open.payments.trouble('refund', 'lost');
    await expect(order.handle(refund)).rejects.toThrow('lost');
    expect(await order.handle(refund)).toBe('done');
    expect(order.keys()).toEqual(['1', '1']);
    expect(open.payments.truth(order.ref).refundedMinor).toBe(300);
  });

  it('that the provider refuses is asked for with the next key', async () => {
    const order = await paid();
    const refund = await order.options();
    open.payments.trouble('refund', 'refused');
    const verifyFrom = later(open.clock.now(), 10 * MINUTE_MS);
    const waits = { retry: 'may still take place', notBefore: verifyFrom };
    expect(await order.handle(refund)).toEqual(waits);
    expect(await order.handle(refund)).toEqual(waits);
    expect(order.keys()).toEqual(['1']);
    await settle(refund);
    expect(await order.handle(refund)).toEqual({ retry: 'not refunded' });
    expect(await order.handle(refund)).toBe('done');
    expect(order.keys()).toEqual(['1', '2']);
  });

  it('that takes place after the provider has refused is given back once', async () => {
    const order = await paid();
    const refund = await order.options();
    open.payments.trouble('refund', 'refused');
    expect(await order.handle(refund)).toMatchObject({ retry: 'may still take place' });
    open.payments.change(order.ref, { refundedMinor: 300 });
    await settle(refund);
    expect(await order.handle(refund)).toBe('done');
    expect(order.keys()).toEqual(['1']);
    expect(open.payments.truth(order.ref).refundedMinor).toBe(300);
  });

  it('is known by its key where another sum was refunded meanwhile', async () => {
    const order = await paid();
    const refund = await order.options();
    open.payments.trouble('refund', 'refused');
    await order.handle(refund);
    const { id } = await order.payment();
    open.payments.change(order.ref, { refundedMinor: 350, refundKeys: [`refund:${id}:1`] });
    expect(await order.handle(refund)).toBe('done');
    expect(order.keys()).toEqual(['1']);
  });

  it('without an answer for ten minutes is not sent again before a read ten minutes later', async () => {
    const order = await paid();
    const refund = await order.options();
    open.payments.trouble('refund', 'unheard', 'unheard');
    await expect(order.handle(refund)).rejects.toThrow('unheard');
    await backdate(refund, 10 * MINUTE_MS);
    expect(await order.handle(refund)).toMatchObject({ retry: 'may still take place' });
    open.payments.trouble('read', 'unheard');
    await settle(refund);
    await expect(order.handle(refund)).rejects.toThrow('unheard');
    expect(await order.handle(refund)).toEqual({ retry: 'not refunded' });
    expect(await order.handle(refund)).toBe('done');
    expect(order.keys()).toEqual(['2']);
  });

  it('that failed but was done is noted, not repeated', async () => {
    const order = await paid();
    const refund = await order.options();
    open.payments.trouble('refund', 'broken');
    expect(await order.handle(refund)).toBe('done');
    expect(order.keys()).toEqual(['1']);
  });

  it('is not repeated by guess, where another sum was refunded meanwhile', async () => {
    const order = await paid();
    const refund = await order.options();
    open.payments.trouble('refund', 'refused');
    await order.handle(refund);
    open.payments.change(order.ref, { refundedMinor: 50 });
    await settle(refund);
    expect(await order.handle(refund)).toEqual({ retry: 'another sum has been refunded' });
  });

  it('beside one at the provider tells of that one', async () => {
    const order = await paid();
    const refund = await order.options();
    open.payments.trouble('refund', 'unheard');
    await expect(order.handle(refund)).rejects.toThrow('unheard');
    open.payments.change(order.ref, { refundedMinor: 50 });
    expect(await order.handle(refund)).toBe('done');
    expect(await order.payment()).toMatchObject({ refundedMinor: 350 });
    expect(await order.alerts()).toEqual([{ why: 'refunded at the provider', refundedMinor: 350 }]);
  });

  it('of more than the provider has left waits for a person', async () => {
    const order = await paid();
    const refund = await order.options();
    open.payments.change(order.ref, { refundedMinor: 401 });
    expect(await order.handle(refund)).toEqual({ retry: 'more than is left' });
    open.payments.change(order.ref, { refundedMinor: 400 });
    expect(await order.handle(refund)).toBe('done');
  });

  it('uses no key that the provider may have forgotten: its sum decides', async () => {
    const order = await paid();
    const refund = await order.options();
    open.payments.trouble('refund', 'lost');
    await expect(order.handle(refund)).rejects.toThrow('lost');
    await backdate(refund, 23 * HOUR_MS);
    expect(await order.handle(refund)).toBe('done');
    expect(order.keys()).toEqual(['1']);
    const other = await paid();
    const second = await other.options();
    open.payments.trouble('refund', 'unheard');
    await expect(other.handle(second)).rejects.toThrow('unheard');
    await backdate(second, 23 * HOUR_MS);
    expect(await other.handle(second)).toMatchObject({ retry: 'may still take place' });
    expect(other.keys()).toEqual([]);
    await settle(second);
    expect(await other.handle(second)).toEqual({ retry: 'not refunded' });
    expect(await found(second)).toMatchObject({ n: 2, keyAt: open.clock.now() });
  });

  it('whose answer shows no money yet is asked for again', async () => {
    const order = await paid();
    const refund = await order.options();
    const payments = { ...open.payments, refund: async () => open.payments.truth(order.ref) };
    expect(await handleRefund({ ...open.context, payments }, { subjectId: refund.id })).toEqual({ retry: 'not refunded yet' });
    expect((await found(refund)).state).toBe('asked');
  });

  it('that a notice tells of before its answer is known as ours', async () => {
    const order = await paid();
    const refund = await order.options();
    open.payments.trouble('refund', 'lost');
    await expect(order.handle(refund)).rejects.toThrow('lost');
    await syncPayment(open.context, await order.payment());
    expect((await order.payment()).refundedMinor).toBe(300);
    expect(await order.alerts()).toEqual([]);
    expect(await order.handle(refund)).toBe('done');
    const entries = await audited(order);
    expect(entries).toEqual([
      ['refund asked', { refund: refund.id, amountMinor: 300, reason: 'too much' }],
      ['refunded', { refundedMinor: 300, isOurs: true }],
      ['refund done', { refund: refund.id, amountMinor: 300 }],
    ]);
  });

  it('of a payment without a session is noted all the same', async () => {
    const order = await paid();
    const refund = await order.options();
    await open.store.db
      .deleteFrom('sessions')
      .where('id', '=', (await order.session()).id)
      .execute();
    open.reported.length = 0;
    expect(await order.handle(refund)).toBe('done');
    expect((await found(refund)).state).toBe('done');
    expect(open.reported).toEqual(['refund completed']);
  });

  it('of nothing that is known is over', async () => {
    expect(await handleRefund(open.context, { subjectId: 'nothing' })).toBe('done');
  });
});

describe('A refund that is given up', () => {
  it('is dropped when its last call cannot arrive any more, and another may be asked for', async () => {
    const order = await paid();
    const refund = await order.options();
    open.payments.trouble('refund', 'unheard');
    await expect(order.handle(refund)).rejects.toThrow('unheard');
    await order.drop();
    await expect(order.drop()).rejects.toThrow('No refund of this payment is in progress.');
    expect(await order.handle(refund)).toEqual({ retry: 'being given up' });
    await expect(order.options()).rejects.toThrow('still in progress');
    await backdate(refund, 10 * MINUTE_MS - 1);
    expect(await order.handle(refund)).toEqual({ retry: 'being given up' });
    await backdate(refund, 10 * MINUTE_MS);
    expect(await order.handle(refund)).toBe('done');
    expect(await found(refund)).toMatchObject({ state: 'dropped', doneAt: open.clock.now() });
    expect((await order.payment()).refundedMinor).toBe(0);
    expect((await audited(order)).slice(1)).toEqual([
      ['refund given up', { refund: refund.id }],
      ['refund dropped', { refund: refund.id, amountMinor: 300 }],
    ]);
    const next = await order.options({ amountMinor: 700 });
    expect(next.n).toBe(2);
    expect(await order.handle(next)).toBe('done');
    expect(order.keys()).toEqual(['2']);
  });

  it('is the one that is under way, not one before it', async () => {
    const order = await paid();
    const first = await order.options();
    await order.handle(first);
    const second = await order.options();
    expect((await order.drop()).id).toBe(second.id);
    expect([(await found(first)).state, (await found(second)).state]).toEqual(['done', 'dropping']);
  });

  it('is done where the last call acted after all', async () => {
    const order = await paid();
    const refund = await order.options();
    open.payments.trouble('refund', 'lost');
    await expect(order.handle(refund)).rejects.toThrow('lost');
    await order.drop();
    await backdate(refund, 10 * MINUTE_MS);
    expect(await order.handle(refund)).toBe('done');
    expect((await found(refund)).state).toBe('done');
    expect((await order.payment()).refundedMinor).toBe(300);
  });

  it('before its first call is dropped, whatever was refunded', async () => {
    const order = await paid();
    const refund = await order.options();
    await order.drop();
    await backdate(refund, 10 * MINUTE_MS);
    open.payments.change(order.ref, { refundedMinor: 300 });
    expect(await order.handle(refund)).toBe('done');
    expect((await found(refund)).state).toBe('dropped');
  });
});
