import { type Currency, stepMinor } from '../../shared/money.ts';
import { newId } from './ids.ts';
import type { Desk, Outcome } from './parts.ts';
import { type Hold, ProviderFailed } from './ports.ts';
import { issueRefundNote } from './refundNotes.ts';
import { writeAudit } from './store/audit.ts';
import { findOrder } from './store/orders.ts';
import { promise } from './store/outboxRows.ts';
import { findPayment, notePayment, type PaymentRow } from './store/payments.ts';
import { addRefund, findRefund, finishRefund, listRefunds, noteBefore, type RefundRow, takeNextKey } from './store/refunds.ts';
import { findSessionByNumber, findSessionByOrder, noteSession } from './store/sessions.ts';
import type { Store, Trx } from './store/store.ts';

/** A refund that the operator may not ask for; the message says why. */
export class RefundRefused extends Error {
  override name = 'RefundRefused';
}

export interface RefundAsk {
  /** The session's number: the transaction ID. */
  number: number;
  /** Minor units of the payment's currency. */
  amountMinor: number;
  reason: string;
}

/**
 * Promises to give money of a session back. Only rows are written: whoever works on this store makes the call. One refund
 * after the other, so that the provider's sum can always be told apart.
 * @throws RefundRefused
 */
export async function askRefund({ store, now }: { store: Store; now: Date }, ask: RefundAsk): Promise<RefundRow> {
  return store.inTransaction(async trx => {
    const payment = await paymentOf(trx, ask.number);
    const refunds = await listRefunds(trx, payment.id);
    refuse(payment, refunds, ask);
    if (!(await notePayment(trx, payment, {}))) throw new RefundRefused('The payment has just changed. Please try again.');
    const refund: RefundRow = {
      ...{ id: newId(), payment_id: payment.id, n: Math.max(0, ...refunds.map(({ n }) => n)) + 1, key_at: now.getTime() },
      ...{ amount_minor: ask.amountMinor, reason: ask.reason.trim(), state: 'asked', before_minor: null },
      ...{ asked_at: now.getTime(), done_at: null },
    };
    await addRefund(trx, refund);
    await promise(trx, { kind: 'refund', subjectId: refund.id, at: now });
    const facts = { refund: refund.id, amountMinor: ask.amountMinor, reason: refund.reason };
    await writeAudit(trx, { at: now, subjectId: payment.id, what: 'refund asked', facts });
    return refund;
  });
}

async function paymentOf(trx: Trx, number: number): Promise<PaymentRow> {
  const session = await findSessionByNumber(trx, number);
  const order = session && (await findOrder(trx, session.order_id));
  const payment = order?.payment_id ? await findPayment(trx, order.payment_id) : null;
  if (!payment) throw new RefundRefused('There is no payment with this transaction number.');
  return payment;
}

function refuse(payment: PaymentRow, refunds: readonly RefundRow[], { amountMinor, reason }: RefundAsk): void {
  const step = stepMinor(payment.currency as Currency);
  const ours = refunds.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
  const leftMinor = (payment.captured_minor ?? 0) - Math.max(payment.refunded_minor, ours);
  const faults: readonly (readonly [isSo: boolean, why: string])[] = [
    [payment.state !== 'captured', 'Nothing has been charged, so nothing can be refunded.'],
    [refunds.some(({ state }) => state === 'asked'), 'A refund of this payment is still under way.'],
    [!Number.isSafeInteger(amountMinor) || amountMinor < 1, 'The amount is not usable.'],
    [amountMinor % step !== 0, `Amounts in ${payment.currency} are whole.`],
    [amountMinor > leftMinor, `At most ${leftMinor / 100} ${payment.currency} can still be refunded.`],
    [reason.trim() === '', 'A refund needs a reason.'],
  ];
  const fault = faults.find(([isSo]) => isSo);
  if (fault) throw new RefundRefused(fault[1]);
}

type RefundDesk = Pick<Desk, 'store' | 'payments' | 'clock' | 'note' | 'announcer' | 'hurry'>;

/** Providers forget a key after a day; later the same key would pay a second time. */
const KEY_LIFE_MS = 23 * 3_600_000;

/**
 * Gives money back, once. What had been given back before is read and written down first. Without an answer the same key
 * is used again. Only when a key is used up or forgotten does the provider's sum decide: it has grown by our amount, and
 * the refund is done; it has not grown, and the next key is taken; anything else is for a person.
 */
export async function keepRefund(desk: RefundDesk, { subject_id: id }: { subject_id: string }): Promise<Outcome> {
  const { db } = desk.store;
  const known = await findRefund(db, id);
  const payment = known && (await findPayment(db, known.payment_id));
  if (known?.state !== 'asked' || !payment?.ref) return 'kept';
  const { ref } = payment;
  if (known.before_minor === null) {
    const { capturedMinor, refundedMinor } = await desk.payments.read(ref);
    if (known.amount_minor > capturedMinor - refundedMinor) return { again: 'more than is left' };
    await noteBefore(db, id, { beforeMinor: refundedMinor, keyAt: desk.clock.now() });
  }
  const refund = await findRefund(db, id);
  if (!refund || refund.before_minor === null) return { again: 'not begun' };
  const afterMinor = refund.before_minor + refund.amount_minor;

  const answer = await callOnce(desk, ref, refund);
  if (answer !== null) return answer.refundedMinor >= afterMinor ? done(desk, refund, answer) : { again: 'not refunded yet' };
  const hold = await desk.payments.read(ref);
  if (hold.refundedMinor === afterMinor) return done(desk, refund, hold);
  if (hold.refundedMinor !== refund.before_minor) return { again: 'another sum has been refunded' };
  await takeNextKey(db, refund, desk.clock.now());
  return { again: 'not refunded' };
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
    if (!payment || !(await finishRefund(trx, refund.id, now))) return null;
    await notePayment(trx, payment, { refunded_minor: Math.max(payment.refunded_minor, refundedMinor) });
    const facts = { refund: refund.id, amountMinor: refund.amount_minor };
    await writeAudit(trx, { at: now, subjectId: payment.id, what: 'refund done', facts });
    if (refundedMinor !== (refund.before_minor ?? 0) + refund.amount_minor) {
      // Somebody gave money back at the provider while ours was on its way.
      const more = { why: 'refunded at the provider', refundedMinor };
      await writeAudit(trx, { at: now, subjectId: payment.id, what: 'attention', facts: more });
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
