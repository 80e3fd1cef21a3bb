import { attend } from '../alerts.ts';
import type { Desk, Outcome } from '../context.ts';
import { type Hold, ProviderFailed } from '../ports.ts';
import { writeAudit } from '../store/audit.ts';
import { findPayment, notePayment } from '../store/payments.ts';
import { findRefund, finishRefund, isUnderWay, noteBefore, type RefundRow, takeNextKey } from '../store/refunds.ts';
import { findSessionByOrder, noteSession } from '../store/sessions.ts';
import { issueRefundNote } from './refundNotes.ts';

/** The promise that the payment provider gives money back. See `KEEP` in outbox.ts. */

type RefundDesk = Pick<Desk, 'store' | 'payments' | 'clock' | 'note' | 'announcer' | 'hurry'>;

/** Providers forget a key after a day; later the same key would pay a second time. */
const KEY_LIFE_MS = 23 * 3_600_000;
/** A call that nobody has answered for so long will not arrive any more. */
const LAST_CALL_MS = 10 * 60_000;

/**
 * Gives money back, once. What had been given back before is read and written down first. Without an answer the same key
 * is used again. Only when a key is used up or forgotten does the provider's sum decide: it has grown by our amount, and
 * the refund is done; it has not grown, and the next key is taken; anything else is for a person.
 */
export async function keepRefund(desk: RefundDesk, { subject_id: id }: { subject_id: string }): Promise<Outcome> {
  const { db } = desk.store;
  const known = await findRefund(db, id);
  const payment = known && (await findPayment(db, known.payment_id));
  if (!known || !isUnderWay(known) || !payment?.ref) return 'kept';
  const { ref } = payment;
  if (known.state === 'dropping') return keepDrop(desk, known, ref);
  if (known.before_minor === null) {
    const { capturedMinor, refundedMinor } = await desk.payments.read(ref);
    if (known.amount_minor > capturedMinor - refundedMinor) return { again: 'more than is left' };
    await noteBefore(db, id, { beforeMinor: refundedMinor, keyAt: desk.clock.now() });
  }
  const refund = await findRefund(db, id);
  if (refund?.state !== 'asked' || refund.before_minor === null) return { again: 'not begun' };
  const afterMinor = refund.before_minor + refund.amount_minor;

  const answer = await callOnce(desk, ref, refund);
  if (answer !== null) return answer.refundedMinor >= afterMinor ? done(desk, refund, answer) : { again: 'not refunded yet' };
  const hold = await desk.payments.read(ref);
  if (hold.refundedMinor === afterMinor) return done(desk, refund, hold);
  if (hold.refundedMinor !== refund.before_minor) return { again: 'another sum has been refunded' };
  await takeNextKey(db, refund, desk.clock.now());
  return { again: 'not refunded' };
}

/** No call is made any more. The last one may still be on its way; after that the provider's sum says whether it acted. */
async function keepDrop(desk: RefundDesk, refund: RefundRow, ref: string): Promise<Outcome> {
  const now = desk.clock.now();
  if (now.getTime() - refund.key_at < LAST_CALL_MS) return { again: 'being given up' };
  const hold = await desk.payments.read(ref);
  const afterMinor = refund.before_minor === null ? null : refund.before_minor + refund.amount_minor;
  if (hold.refundedMinor === afterMinor) return done(desk, refund, hold);
  await desk.store.inTransaction(async trx => {
    if (!(await finishRefund(trx, refund.id, { state: 'dropped', now }))) return;
    const facts = { refund: refund.id, amountMinor: refund.amount_minor };
    await writeAudit(trx, { at: now, subjectId: refund.payment_id, what: 'refund dropped', facts });
  });
  return 'kept';
}

/** Null: this key will never be answered in any other way, or is not known any more. */
async function callOnce(desk: RefundDesk, ref: string, refund: RefundRow): Promise<Hold | null> {
  if (desk.clock.now().getTime() - refund.key_at >= KEY_LIFE_MS) return null;
  const key = `refund:${refund.payment_id}:${refund.n}`;
  try {
    return await desk.payments.refund({ ref, amountMinor: refund.amount_minor, key });
  } catch (error) {
    if (error instanceof ProviderFailed) return null;
    throw error;
  }
}

/** The money is back on the card: the books say so, with a document of its own. */
async function done(desk: RefundDesk, refund: RefundRow, { refundedMinor }: Hold): Promise<Outcome> {
  const now = desk.clock.now();
  const sessionId = await desk.store.inTransaction(async trx => {
    const payment = await findPayment(trx, refund.payment_id);
    if (!payment || !(await finishRefund(trx, refund.id, { state: 'done', now }))) return null;
    await notePayment(trx, payment, { refunded_minor: Math.max(payment.refunded_minor, refundedMinor) });
    const facts = { refund: refund.id, amountMinor: refund.amount_minor };
    await writeAudit(trx, { at: now, subjectId: payment.id, what: 'refund done', facts });
    if (refundedMinor !== (refund.before_minor ?? 0) + refund.amount_minor) {
      // Somebody gave money back at the provider while ours was on its way.
      await attend(trx, { at: now, subjectId: payment.id, why: 'refunded at the provider', facts: { refundedMinor } });
    }
    const session = await findSessionByOrder(trx, payment.order_id);
    if (!session) return null;
    await noteSession(trx, session, {});
    await issueRefundNote(trx, { session, amountMinor: refund.amount_minor, beforeMinor: refund.before_minor ?? 0, now });
    return session.id;
  });
  desk.note('refund done', { payment: refund.payment_id, amountMinor: refund.amount_minor });
  if (sessionId) desk.announcer.announce(sessionId);
  desk.hurry();
  return 'kept';
}
