import { HOUR_MS, MINUTE_MS } from '../../../shared/time.ts';
import { raiseAlert } from '../alerts.ts';
import type { OperatorContext, Outcome } from '../context.ts';
import { type Hold, ProviderFailed } from '../ports.ts';
import { writeAudit } from '../store/audit.ts';
import { findPayment, updatePayment } from '../store/payments.ts';
import { findRefund, finishRefund, isUnderWay, noteBefore, type RefundRow, takeNextKey } from '../store/refunds.ts';
import { findSessionByOrder, updateSession } from '../store/sessions.ts';
import { issueRefundNote } from './refundNotes.ts';

/** The job by which the payment provider gives money back. See `HANDLERS` in outbox.ts. */

type RefundContext = Pick<OperatorContext, 'store' | 'payments' | 'clock' | 'logEvent' | 'sessionNotifier' | 'wake'>;

/** Providers forget a key after a day; later the same key would pay a second time. */
const KEY_LIFE_MS = 23 * HOUR_MS;
/** A call that nobody has answered for so long will not arrive any more. */
const LAST_CALL_MS = 10 * MINUTE_MS;

/**
 * Gives money back, once. What had been given back before is read and written down first. Without an answer the same key
 * is used again. Only when a key is used up or forgotten does the provider's sum decide: it has grown by our amount, and
 * the refund is done; it has not grown, and the next key is taken; anything else is for a person.
 */
export async function handleRefund(context: RefundContext, { subject_id: id }: { subject_id: string }): Promise<Outcome> {
  const { db } = context.store;
  const known = await findRefund(db, id);
  const payment = known && (await findPayment(db, known.payment_id));
  if (!known || !isUnderWay(known) || !payment?.ref) return 'done';
  const { ref } = payment;
  if (known.state === 'dropping') return keepDrop(context, known, ref);
  if (known.before_minor === null) {
    const { capturedMinor, refundedMinor } = await context.payments.read(ref);
    if (known.amount_minor > capturedMinor - refundedMinor) return { retry: 'more than is left' };
    await noteBefore(db, id, { beforeMinor: refundedMinor, keyAt: context.clock.now() });
  }
  const refund = await findRefund(db, id);
  if (refund?.state !== 'asked' || refund.before_minor === null) return { retry: 'not begun' };
  const afterMinor = refund.before_minor + refund.amount_minor;

  const answer = await callOnce(context, ref, refund);
  if (answer !== null) return answer.refundedMinor >= afterMinor ? done(context, refund, answer) : { retry: 'not refunded yet' };
  const hold = await context.payments.read(ref);
  if (hold.refundedMinor === afterMinor) return done(context, refund, hold);
  if (hold.refundedMinor !== refund.before_minor) return { retry: 'another sum has been refunded' };
  await takeNextKey(db, refund, context.clock.now());
  return { retry: 'not refunded' };
}

/** No call is made any more. The last one may still be on its way; after that the provider's sum says whether it acted. */
async function keepDrop(context: RefundContext, refund: RefundRow, ref: string): Promise<Outcome> {
  const now = context.clock.now();
  if (now.getTime() - refund.key_at < LAST_CALL_MS) return { retry: 'being given up' };
  const hold = await context.payments.read(ref);
  const afterMinor = refund.before_minor === null ? null : refund.before_minor + refund.amount_minor;
  if (hold.refundedMinor === afterMinor) return done(context, refund, hold);
  await context.store.inTransaction(async trx => {
    if (!(await finishRefund(trx, refund.id, { state: 'dropped', now }))) return;
    const facts = { refund: refund.id, amountMinor: refund.amount_minor };
    await writeAudit(trx, { at: now, subjectId: refund.payment_id, what: 'refund dropped', facts });
  });
  return 'done';
}

/** Null: this key will never be answered in any other way, or is not known any more. */
async function callOnce(context: RefundContext, ref: string, refund: RefundRow): Promise<Hold | null> {
  if (context.clock.now().getTime() - refund.key_at >= KEY_LIFE_MS) return null;
  const key = `refund:${refund.payment_id}:${refund.n}`;
  try {
    return await context.payments.refund({ ref, amountMinor: refund.amount_minor, key });
  } catch (error) {
    if (error instanceof ProviderFailed) return null;
    throw error;
  }
}

/** The money is back on the card: it is recorded, with a document of its own. */
async function done(context: RefundContext, refund: RefundRow, { refundedMinor }: Hold): Promise<Outcome> {
  const now = context.clock.now();
  const sessionId = await context.store.inTransaction(async trx => {
    const payment = await findPayment(trx, refund.payment_id);
    if (!payment || !(await finishRefund(trx, refund.id, { state: 'done', now }))) return null;
    await updatePayment(trx, payment, { refunded_minor: Math.max(payment.refunded_minor, refundedMinor) });
    const facts = { refund: refund.id, amountMinor: refund.amount_minor };
    await writeAudit(trx, { at: now, subjectId: payment.id, what: 'refund done', facts });
    if (refundedMinor !== (refund.before_minor ?? 0) + refund.amount_minor) {
      // Somebody gave money back at the provider while ours was on its way.
      await raiseAlert(trx, { at: now, subjectId: payment.id, why: 'refunded at the provider', facts: { refundedMinor } });
    }
    const session = await findSessionByOrder(trx, payment.order_id);
    if (!session) return null;
    await updateSession(trx, session, {});
    await issueRefundNote(trx, { session, amountMinor: refund.amount_minor, beforeMinor: refund.before_minor ?? 0, now });
    return session.id;
  });
  context.logEvent('refund done', { payment: refund.payment_id, amountMinor: refund.amount_minor });
  if (sessionId) context.sessionNotifier.notify(sessionId);
  context.wake();
  return 'done';
}
