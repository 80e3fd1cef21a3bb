import { HOUR_MS, MINUTE_MS } from '../../../shared/time.ts';
import { raiseAlert } from '../alerts.ts';
import type { OperatorContext, Outcome } from '../context.ts';
import { later } from '../instants.ts';
import { type Hold, ProviderFailed } from '../ports.ts';
import { writeAudit } from '../store/audit.ts';
import { findPayment, updatePayment } from '../store/payments.ts';
import { findRefund, finishRefund, isUnderWay, noteBefore, type RefundRecord, takeNextKey } from '../store/refunds.ts';
import { findSessionByOrder, updateSession } from '../store/sessions.ts';
import { issueRefundNote } from './refundNotes.ts';

/** The job that refunds captured money. See `HANDLERS` in jobs.ts. */

type RefundContext = Pick<OperatorContext, 'store' | 'payments' | 'clock' | 'logEvent' | 'sessionNotifier' | 'wake'>;

/** Providers forget a key after a day; later the same key would pay a second time. */
const KEY_LIFE_MS = 23 * HOUR_MS;
/** A call that nobody has answered for so long will not arrive any more. */
const LAST_CALL_MS = 10 * MINUTE_MS;

/**
 * Refunds once. The sum refunded so far is read and stored first. Without an answer the same key is used again. Only when a
 * key is used up or forgotten does the provider's sum decide: grown by our amount, the refund is done; unchanged, the next key
 * is used; anything else is retried until an alert brings a person.
 */
export async function handleRefund(context: RefundContext, { subjectId: id }: { subjectId: string }): Promise<Outcome> {
  const { db } = context.store;
  const known = await findRefund(db, id);
  const payment = known && (await findPayment(db, known.paymentId));
  if (!known || !isUnderWay(known) || !payment?.ref) return 'done';
  const { ref } = payment;
  if (known.state === 'dropping') return handleDrop(context, known, ref);
  if (known.beforeMinor === null) {
    const { capturedMinor, refundedMinor } = await context.payments.read(ref);
    if (known.amountMinor > capturedMinor - refundedMinor) return { retry: 'more than is left' };
    await noteBefore(db, id, { beforeMinor: refundedMinor, keyAt: context.clock.now() });
  }
  const refund = await findRefund(db, id);
  if (refund?.state !== 'asked' || refund.beforeMinor === null) return { retry: 'not begun' };
  const afterMinor = refund.beforeMinor + refund.amountMinor;

  const answer = await callOnce(context, ref, refund);
  if (answer !== null) return answer.refundedMinor >= afterMinor ? done(context, refund, answer) : { retry: 'not refunded yet' };
  const hold = await context.payments.read(ref);
  if (hold.refundedMinor === afterMinor) return done(context, refund, hold);
  if (hold.refundedMinor !== refund.beforeMinor) return { retry: 'another sum has been refunded' };
  await takeNextKey(db, refund, context.clock.now());
  return { retry: 'not refunded' };
}

/** A refund that was given up. The last call may still arrive; after that the provider's sum says whether it acted. */
async function handleDrop(context: RefundContext, refund: RefundRecord, ref: string): Promise<Outcome> {
  const now = context.clock.now();
  if (now < later(refund.keyAt, LAST_CALL_MS)) return { retry: 'being given up' };
  const hold = await context.payments.read(ref);
  // Where more has been given back than was asked for, nobody can tell whose it was: given back once more, it might be twice.
  if (refund.beforeMinor !== null && hold.refundedMinor >= refund.beforeMinor + refund.amountMinor)
    return done(context, refund, hold);
  await context.store.inTransaction(async trx => {
    if (!(await finishRefund(trx, refund.id, { state: 'dropped', now }))) return;
    const facts = { refund: refund.id, amountMinor: refund.amountMinor };
    await writeAudit(trx, { at: now, subjectId: refund.paymentId, what: 'refund dropped', facts });
  });
  return 'done';
}

/** Null: the provider has refused under this key for good, or has forgotten the key. */
async function callOnce(context: RefundContext, ref: string, refund: RefundRecord): Promise<Hold | null> {
  if (context.clock.now() >= later(refund.keyAt, KEY_LIFE_MS)) return null;
  const key = `refund:${refund.paymentId}:${refund.n}`;
  try {
    return await context.payments.refund({ ref, amountMinor: refund.amountMinor, key });
  } catch (error) {
    if (error instanceof ProviderFailed) return null;
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
  context.logEvent('refund done', { payment: refund.paymentId, amountMinor: refund.amountMinor });
  if (sessionId) context.sessionNotifier.notify(sessionId);
  return 'done';
}
