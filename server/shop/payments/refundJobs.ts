import { HOUR_MS, MINUTE_MS } from '../../../shared/model/time.ts';
import { type Hold, ProviderFailed, ProviderUnavailable } from '../../core/ports/ports.ts';
import { later } from '../../core/records/instants.ts';
import { raiseAlert } from '../../runtime/alerts.ts';
import type { OperatorContext, Outcome } from '../../runtime/context.ts';
import type { Db } from '../../store/engine/database.ts';
import { writeAudit } from '../../store/jobs/audit.ts';
import { findPayment, updatePayment } from '../../store/shop/payments.ts';
import { emitRefund } from '../../store/shop/refundEvents.ts';
import {
  findRefund,
  finishRefund,
  isRefundPending,
  listRefunds,
  moveToNextKey,
  noteBefore,
  type RefundRecord,
  retireKey,
} from '../../store/shop/refunds.ts';
import { findSessionByOrder, updateSession } from '../../store/shop/sessions.ts';
import { issueRefundNote } from './refundNotes.ts';

/** The dependencies of the refund job. */

type RefundContext = Pick<OperatorContext, 'store' | 'payments' | 'clock' | 'logEvent' | 'sessionNotifier' | 'wake'>;

/** Payment providers forget an idempotency key after 24 hours. A later call with the same key would refund a second time. */
const KEY_LIFE_MS = 23 * HOUR_MS;
/** Milliseconds after which a call without an answer can no longer reach the payment provider. */
const LAST_CALL_MS = 10 * MINUTE_MS;

/**
 * Job handler (`HANDLERS` in jobs.ts): refunds an amount exactly once. A call without an answer is repeated with the same
 * idempotency key. A key is retired after a definite refusal, after ten minutes without an answer, and after 23 hours. `verify`
 * then finds out whether the refund took place, or allows the next key.
 */
export async function handleRefund(context: RefundContext, { subjectId: id }: { subjectId: string }): Promise<Outcome> {
  const { db } = context.store;
  const known = await findRefund(db, id);
  const payment = known && (await findPayment(db, known.paymentId));
  if (!known || !isRefundPending(known) || !payment?.ref) return 'done';
  const { ref } = payment;
  if (known.state === 'dropping') return handleDrop(context, known, ref);
  if (known.beforeMinor === null) {
    const { capturedMinor, refundedMinor } = await context.payments.read(ref);
    if (known.amountMinor > capturedMinor - refundedMinor) return { retry: 'more than is left' };
    await noteBefore(db, id, { beforeMinor: refundedMinor, keyAt: context.clock.now() });
  }
  const refund = await findRefund(db, id);
  if (refund?.state !== 'asked' || refund.beforeMinor === null) return { retry: 'not begun' };
  if (refund.verifyFrom !== null) return verify(context, ref, refund);

  const answer = await callOnce(context, ref, refund);
  if (answer !== null)
    return answer.refundedMinor >= refund.beforeMinor + refund.amountMinor
      ? done(context, refund, answer)
      : { retry: 'not refunded yet' };
  const verifyFrom = later(context.clock.now(), LAST_CALL_MS);
  await retireKey(db, refund, verifyFrom);
  return verify(context, ref, { ...refund, verifyFrom });
}

/**
 * Checks whether a refund with a retired key took place. The next key is used only if the payment provider's refunded sum, read
 * at `verifyFrom` or later, is unchanged since before the first call.
 */
async function verify(context: RefundContext, ref: string, refund: RefundRecord): Promise<Outcome> {
  const { db } = context.store;
  const now = context.clock.now();
  const hold = await context.payments.read(ref);
  if (await isRefundDone(db, refund, hold)) return done(context, refund, hold);
  if (refund.verifyFrom !== null && now < refund.verifyFrom)
    return { retry: 'may still take place', notBefore: refund.verifyFrom };
  if (hold.refundedMinor !== refund.beforeMinor) return { retry: 'another sum has been refunded' };
  await moveToNextKey(db, refund, context.clock.now());
  return { retry: 'not refunded' };
}

/** Returns whether the payment provider lists one of the refund's keys, or has refunded exactly the amount of this refund. */
async function isRefundDone(db: Db, refund: RefundRecord, { refundKeys = [], refundedMinor }: Hold): Promise<boolean> {
  if (refund.beforeMinor !== null && refundedMinor === refund.beforeMinor + refund.amountMinor) return true;
  const earlier = (await listRefunds(db, refund.paymentId)).filter(({ n }) => n < refund.n);
  for (let n = refund.n; n > Math.max(0, ...earlier.map(other => other.n)); n--)
    if (refundKeys.includes(keyOf({ ...refund, n }))) return true;
  return false;
}

const keyOf = ({ paymentId, n }: Pick<RefundRecord, 'paymentId' | 'n'>): string => `refund:${paymentId}:${n}`;

/**
 * Finishes a refund that staff gave up. Waits until the last call can no longer arrive, then decides by the payment provider's
 * refunded sum whether the refund took place.
 */
async function handleDrop(context: RefundContext, refund: RefundRecord, ref: string): Promise<Outcome> {
  const now = context.clock.now();
  if (now < later(refund.keyAt, LAST_CALL_MS)) return { retry: 'being given up' };
  const hold = await context.payments.read(ref);
  // If the payment provider has refunded more than expected, the refund counts as done: the origin of the excess is unknown, and
  // another refund might pay twice.
  const isCovered = refund.beforeMinor !== null && hold.refundedMinor >= refund.beforeMinor + refund.amountMinor;
  if (isCovered || (await isRefundDone(context.store.db, refund, hold))) return done(context, refund, hold);
  await context.store.inTransaction(async trx => {
    if (!(await finishRefund(trx, refund.id, { state: 'dropped', now }))) return;
    await emitRefund(trx, 'refund.failed', { ...refund, state: 'dropped' });
    const facts = { refund: refund.id, amountMinor: refund.amountMinor };
    await writeAudit(trx, { at: now, subjectId: refund.paymentId, what: 'refund dropped', facts });
  });
  return 'done';
}

/**
 * Requests the refund from the payment provider with the current key.
 * @returns null if the key must be retired: the provider has refused, has not answered for ten minutes, or has forgotten the key
 * @throws ProviderUnavailable if the same key must be used again
 */
async function callOnce(context: RefundContext, ref: string, refund: RefundRecord): Promise<Hold | null> {
  if (context.clock.now() >= later(refund.keyAt, KEY_LIFE_MS)) return null;
  try {
    return await context.payments.refund({ ref, amountMinor: refund.amountMinor, key: keyOf(refund) });
  } catch (error) {
    if (error instanceof ProviderFailed) return null;
    if (error instanceof ProviderUnavailable && context.clock.now() >= later(refund.keyAt, LAST_CALL_MS)) return null;
    throw error;
  }
}

/** Records that the refund took place, and issues its credit note. */
async function done(context: RefundContext, refund: RefundRecord, { refundedMinor }: Hold): Promise<Outcome> {
  const now = context.clock.now();
  const sessionId = await context.store.inTransaction(async trx => {
    const payment = await findPayment(trx, refund.paymentId);
    if (!payment || !(await finishRefund(trx, refund.id, { state: 'done', now }))) return null;
    await updatePayment(trx, payment, { refundedMinor: Math.max(payment.refundedMinor, refundedMinor) });
    await emitRefund(trx, 'refund.done', { ...refund, state: 'done' });
    const facts = { refund: refund.id, amountMinor: refund.amountMinor };
    await writeAudit(trx, { at: now, subjectId: payment.id, what: 'refund done', facts });
    if (refundedMinor !== (refund.beforeMinor ?? 0) + refund.amountMinor) {
      // Another refund was made at the payment provider while this refund was in progress.
      await raiseAlert(trx, { at: now, subjectId: payment.id, why: 'refunded at the provider', facts: { refundedMinor } });
    }
    const session = await findSessionByOrder(trx, payment.orderId);
    if (!session) return null;
    await updateSession(trx, session, {});
    await issueRefundNote(trx, { session, amountMinor: refund.amountMinor, beforeMinor: refund.beforeMinor ?? 0, now });
    return session.id;
  });
  context.logEvent('refund completed', { payment: refund.paymentId, amountMinor: refund.amountMinor });
  if (sessionId) context.sessionNotifier.notify(sessionId);
  return 'done';
}
