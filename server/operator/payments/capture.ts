import type { Desk, Outcome } from '../context.ts';
import { type Hold, ProviderUnavailable } from '../ports.ts';
import type { OutboxRow } from '../store/outboxRows.ts';
import { findPayment, notePayment, type PaymentRow } from '../store/payments.ts';
import { applyHold } from './holds.ts';

/** Promises that the payment provider keeps: take from the hold, or give it back. See `KEEP` in outbox.ts. */

export async function keepCapture(desk: Desk, { subject_id }: OutboxRow): Promise<Outcome> {
  const payment = await findPayment(desk.store.db, subject_id);
  if (payment?.state !== 'capturing' || payment.ref === null || payment.capture_minor === null) return 'kept';
  const { ref, capture_minor: amountMinor, key_n: n } = payment;
  return settle(desk, payment, () => desk.payments.capture({ ref, amountMinor, key: `capture:${payment.id}:${n}` }));
}

export async function keepRelease(desk: Desk, { subject_id }: OutboxRow): Promise<Outcome> {
  const payment = await findPayment(desk.store.db, subject_id);
  if (payment?.state !== 'releasing' || payment.ref === null) return 'kept';
  const { ref, key_n: n } = payment;
  return settle(desk, payment, () => desk.payments.release({ ref, key: `release:${payment.id}:${n}` }));
}

/**
 * One call that moves money. Without an answer the truth is read first; only if the hold is still there the next try uses
 * the next key, because providers replay the answer of a used one, errors included.
 */
async function settle(desk: Desk, payment: PaymentRow, call: () => Promise<Hold>): Promise<Outcome> {
  let hold: Hold;
  try {
    hold = await call();
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    hold = await desk.payments.read(payment.ref ?? '');
  }
  if (hold.state === 'authorised' || hold.state === 'open') {
    await desk.store.inTransaction(async trx => {
      const current = await findPayment(trx, payment.id);
      if (current?.state === payment.state) await notePayment(trx, current, { key_n: payment.key_n + 1 });
    });
    return { again: 'still held' };
  }
  await applyHold(desk, payment, hold);
  const after = await findPayment(desk.store.db, payment.id);
  return after?.state === payment.state ? { again: 'still held' } : 'kept';
}
