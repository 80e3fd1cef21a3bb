import { afterAll, beforeAll, describe, expect, it, test } from '@jest/globals';
import { type Given, type OpenContext, openContext } from '../../../test/support/openContext.ts';
import { claimDue } from '../../store/jobs/jobClaims.ts';
import { enqueue, listEnqueued } from '../../store/jobs/outboxRows.ts';
import type { PaymentRecord } from '../../store/shop/payments.ts';
import { handleCapture, handleRelease } from './capture.ts';

let open: OpenContext;
beforeAll(async () => {
  open = await openContext();
});
afterAll(() => open.close());

let pages = 0;
/** Creates an order with an authorised hold at the simulated payment provider. */
async function held(payment: Partial<PaymentRecord>, more: Given = {}) {
  const checkout = { paymentId: `held-${++pages}`, key: `authorise:${pages}`, amountMinor: 8000, currency: 'EUR' as const };
  const { ref } = await open.payments.createCheckout(checkout as Parameters<typeof open.payments.createCheckout>[0]);
  open.payments.pay(ref);
  const order = await open.given({ session: { state: 'completed' }, ...more, payment: { ref, ...payment } });
  const { id: subjectId } = await order.payment();
  const { db } = open.context.store;
  const claim = { now: open.context.clock.now(), leaseMs: 60_000, limit: 50 };
  await enqueue(db, { kind: 'capture', subjectId, at: claim.now });
  const claimed = (await claimDue(db, claim)).find(job => job.subjectId === subjectId);
  if (!claimed) throw new Error('Nothing was claimed');
  return {
    ...order,
    ref,
    isFinished: async () => (await listEnqueued(db, { kind: 'capture', subjectId })).every(({ isDone }) => isDone),
    /** Simulates an expired lease: another worker has claimed the job. */
    imported: () => db.updateTable('outbox').set({ claim_id: 'other' }).where('id', '=', claimed.id).execute(),
    capture: async () => handleCapture(open.context, claimed),
    release: async () => handleRelease(open.context, claimed),
    keys: () =>
      open.payments.calls.filter(call => call.ref === ref && call.key !== '').map(({ key }) => key.replace(/payment-\d+/, 'p')),
  };
}
const CAPTURING = { state: 'capturing', captureMinor: 700 } as const;
const RELEASING = { state: 'releasing' } as const;

describe('A capture', () => {
  it('takes what was billed, once', async () => {
    const order = await held(CAPTURING);
    expect(await order.capture()).toBe('finished');
    expect(await order.isFinished()).toBe(true);
    expect(await order.capture()).toBe('done');
    expect(order.keys()).toEqual(['capture:p:1']);
    expect(open.payments.takings.filter(({ ref }) => ref === order.ref)).toEqual([{ ref: order.ref, amountMinor: 700 }]);
    expect(await order.payment()).toMatchObject({ state: 'captured', capturedMinor: 700 });
  });

  it('whose answer got lost is found to be done', async () => {
    const order = await held(CAPTURING);
    open.payments.trouble('capture', 'lost');
    expect(await order.capture()).toBe('finished');
    expect(order.keys()).toEqual(['capture:p:1']);
    expect((await order.payment()).state).toBe('captured');
  });

  test.each(['unheard', 'refused'] as const)(
    'that was %s is tried again with the next key, for the first is used up',
    async fault => {
      const order = await held(CAPTURING);
      open.payments.trouble('capture', fault);
      expect(await order.capture()).toEqual({ retry: 'still held' });
      expect(await order.payment()).toMatchObject({ state: 'capturing', keyN: 2 });
      expect(await order.isFinished()).toBe(false);
      expect(await order.capture()).toBe('finished');
      expect(order.keys().at(-1)).toBe('capture:p:2');
    },
  );

  it('that another worker has taken over is applied, and left to that worker to finish', async () => {
    const order = await held(CAPTURING);
    await order.imported();
    await order.capture();
    expect((await order.payment()).state).toBe('captured');
    expect(await order.isFinished()).toBe(false);
  });

  it('keeps its key while nobody knows what became of it', async () => {
    const order = await held(CAPTURING);
    open.payments.trouble('capture', 'unheard');
    open.payments.trouble('read', 'unheard');
    await expect(order.capture()).rejects.toThrow('unheard');
    expect(await order.payment()).toMatchObject({ state: 'capturing', keyN: 1 });
  });

  it('of more than is held is a fault of ours, and is not hidden', async () => {
    const order = await held({ ...CAPTURING, captureMinor: 8001 });
    await expect(order.capture()).rejects.toThrow('More than is held');
  });

  test.each<[string, Partial<PaymentRecord>]>([
    ['has ended otherwise', { ...CAPTURING, state: 'released' }],
    ['has no amount', { ...CAPTURING, captureMinor: null }],
    ['has no page', { ...CAPTURING, ref: null }],
  ])('is not made for a payment that %s', async (_, payment) => {
    const order = await held(payment);
    expect(await order.capture()).toBe('done');
    expect(order.keys()).toEqual([]);
  });
});

describe('A release', () => {
  it('gives the hold back, once', async () => {
    const order = await held(RELEASING);
    expect(await order.release()).toBe('finished');
    expect(await order.release()).toBe('done');
    expect(order.keys()).toEqual(['release:p:1']);
    expect((await order.payment()).state).toBe('released');
    expect(open.payments.truth(order.ref).state).toBe('released');
  });

  it('that the provider refuses is tried again with the next key', async () => {
    const order = await held({ ...RELEASING, keyN: 3 });
    open.payments.trouble('release', 'refused');
    expect(await order.release()).toEqual({ retry: 'still held' });
    expect(await order.release()).toBe('finished');
    expect(order.keys()).toEqual(['release:p:3', 'release:p:4']);
  });

  it('of a hold that somebody took is over', async () => {
    const order = await held(RELEASING);
    open.payments.change(order.ref, { state: 'captured', capturedMinor: 8000 });
    expect(await order.release()).toBe('finished');
    expect((await order.payment()).state).toBe('captured');
  });

  test.each<[string, Partial<PaymentRecord>]>([
    ['is captured instead', { ...RELEASING, state: 'capturing' }],
    ['has no page', { ...RELEASING, ref: null }],
  ])('is not made for a payment that %s', async (_, payment) => {
    const order = await held(payment);
    expect(await order.release()).toBe('done');
    expect(order.keys()).toEqual([]);
  });
});
