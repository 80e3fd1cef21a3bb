import { HOUR_MS, MINUTE_MS } from '../../../shared/model/time.ts';
import { type Hold, ProviderFailed, ProviderUnavailable } from '../../core/ports/ports.ts';
import { later } from '../../core/records/instants.ts';
import { raiseAlert } from '../../runtime/alerts.ts';
import type { OperatorContext, Outcome } from '../../runtime/context.ts';
import type { Db } from '../../store/engine/database.ts';
import { writeAudit } from '../../store/jobs/audit.ts';
import { findPayment, updatePayment } from '../../store/shop/payments.ts';
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

/** The job that refunds captured money. See `HANDLERS` in jobs.ts. */

type RefundContext = Pick<OperatorContext, 'store' | 'payments' | 'clock' | 'logEvent' | 'sessionNotifier' | 'wake'>;

/** Providers forget a key after a day; later the same key would pay a second time. */
const KEY_LIFE_MS = 23 * HOUR_MS;
/** A call that nobody has answered for so long will not arrive any more. */
const LAST_CALL_MS = 10 * MINUTE_MS;

/**
 * Refunds once. The sum refunded so far is read and stored first. Without an answer the same key is used again. After a definite
 * no, after ten minutes without an answer, and after 23 hours the key is retired. Ten minutes later a read decides: where neither
 * our key nor our amount is among the provider's refunds, the next key is used. Anything else is retried until an alert brings a
 * person.
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

/** Reads whether a refund with a retired key took place. The next key is used only after a read at `verifyFrom` or later. */
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

/** Whether the provider shows one of the refund's keys, or has given back exactly its amount. */
async function isRefundDone(db: Db, refund: RefundRecord, { refundKeys = [], refundedMinor }: Hold): Promise<boolean> {
  if (refund.beforeMinor !== null && refundedMinor === refund.beforeMinor + refund.amountMinor) return true;
  const earlier = (await listRefunds(db, refund.paymentId)).filter(({ n }) => n < refund.n);
  for (let n = refund.n; n > Math.max(0, ...earlier.map(other => other.n)); n--)
    if (refundKeys.includes(keyOf({ ...refund, n }))) return true;
  return false;
}

const keyOf = ({ paymentId, n }: Pick<RefundRecord, 'paymentId' | 'n'>): string => `refund:${paymentId}:${n}`;

/** A refund that was given up. The last call may still arrive; after that the provider's sum says whether it acted. */
async function handleDrop(context: RefundContext, refund: RefundRecord, ref: string): Promise<Outcome> {
  const now = context.clock.now();
  if (now < later(refund.keyAt, LAST_CALL_MS)) return { retry: 'being given up' };
  const hold = await context.payments.read(ref);
  // Where more has been given back than was asked for, nobody can tell whose it was: given back once more, it might be twice.
  const isCovered = refund.beforeMinor !== null && hold.refundedMinor >= refund.beforeMinor + refund.amountMinor;
  if (isCovered || (await isRefundDone(context.store.db, refund, hold))) return done(context, refund, hold);
  await context.store.inTransaction(async trx => {
    if (!(await finishRefund(trx, refund.id, { state: 'dropped', now }))) return;
    const facts = { refund: refund.id, amountMinor: refund.amountMinor };
    await writeAudit(trx, { at: now, subjectId: refund.paymentId, what: 'refund dropped', facts });
  });
  return 'done';
}

/**
 * Null: the key is used up. The provider has refused under it, or has not answered for ten minutes, or has forgotten the key.
 * @throws ProviderUnavailable where the same key is to be used again
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

/** The money is back on the card: it is recorded, with a document of its own. */
async function done(context: RefundContext, refund: RefundRecord, { refundedMinor }: Hold): Promise<Outcome> {
  const now = context.clock.now();
  const sessionId = await context.store.inTransaction(async trx => {
    const payment = await findPayment(trx, refund.paymentId);
    if (!payment || !(await finishRefund(trx, refund.id, { state: 'done', now }))) return null;
    await updatePayment(trx, payment, { refundedMinor: Math.max(payment.refundedMinor, refundedMinor) });
    const facts = { refund: refund.id, amountMinor: refund.amountMinor };
    await writeAudit(trx, { at: now, subjectId: payment.id, what: 'refund done', facts });
    if (refundedMinor !== (refund.beforeMinor ?? 0) + refund.amountMinor) {
      // Somebody gave money back at the provider while ours was on its way.
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
