import type { Trx } from '../../store/engine/database.ts';
import { findPayment, type PaymentRecord } from '../../store/shop/payments.ts';
import { isRefundPending, listRefunds, type RefundRecord } from '../../store/shop/refunds.ts';
import { findSessionByOrder } from '../../store/shop/sessions.ts';
import type { Span } from '../../store/staff/ledgerRows.ts';
import { listMovesOf, payoutsToBook, refundNotesToBook, refundsToBook } from '../../store/staff/moveRows.ts';
import type { BookLineRecord, BookMoveRecord } from '../../store/tables/ledgerTables.ts';
import { addMoves } from './addMoves.ts';
import type { BookDependencies } from './ledgerEntry.ts';
import { matchRowsOf } from './matchPayout.ts';
import { bookPayout } from './payoutMoves.ts';

/**
 * Books the capture of a settled payment, or a capture that was made directly at the payment provider after the order had ended.
 */
export async function bookLine(trx: Trx, line: BookLineRecord, now: Date): Promise<void> {
  const { id, at, paymentId: ref, supplier, currency, capturedMinor: minor, number, why } = line;
  const kind = why === 'taken-without-order' ? 'taken' : 'capture';
  const move = { id: `line:${id}`, at, isDay: false, ref, supplier: supplier ?? '', currency, kind, minor, number } as const;
  await addMoves(trx, [move], now);
  await matchRowsOf(trx, ref, now);
}

/**
 * An event that changes the refunded total of a payment: a refund by this app, or a note about a refund that was made directly
 * at the payment provider.
 */
interface RefundEvent {
  /** Id of the ledger move: 'refund:…' for a refund by this app, 'note:…' for a refund at the payment provider. */
  id: string;
  paymentId: string;
  at: Date;
}

/**
 * Books the refunds of a time span.
 * @returns the greater of the number of refunds and the number of notes, to compare with `limit`
 */
export async function bookRefunds({ store, now }: BookDependencies, span: Span, limit: number): Promise<number> {
  const [refunds, notes] = [await refundsToBook(store.db, span, limit), await refundNotesToBook(store.db, span, limit)];
  for (const event of [...refunds, ...notes]) await store.inTransaction(trx => bookRefund(trx, event, now));
  return Math.max(refunds.length, notes.length);
}

async function bookRefund(trx: Trx, { id, paymentId, at }: RefundEvent, now: Date): Promise<void> {
  const payment = await findPayment(trx, paymentId);
  const session = payment && (await findSessionByOrder(trx, payment.orderId));
  if (!payment) return;
  const refunds = await listRefunds(trx, paymentId);
  const { clientId: supplier, currency } = payment;
  const about = { at, isDay: false, ref: paymentId, supplier, currency, number: session?.number ?? null };
  const own = refunds.find(refund => `refund:${refund.id}` === id);
  const ours: BookMoveRecord[] = own ? [{ ...about, id, kind: 'refund', minor: 0 - own.amountMinor }] : [];
  const outsideMinor = await notBooked(trx, { payment, refunds });
  // A refund note is booked even with the amount 0. Otherwise it would be processed again each time.
  const outside: BookMoveRecord = {
    ...about,
    id: own ? `outside:${id}` : id,
    kind: payment.state === 'captured' ? 'outside' : 'taken',
    minor: outsideMinor,
  };
  await addMoves(trx, [...ours, outside], now);
  await matchRowsOf(trx, paymentId, now);
}

/**
 * Returns the amount that was refunded outside this app and is not booked yet, in minor units. Negative: money went to the
 * driver.
 */
async function notBooked(
  trx: Trx,
  { payment, refunds }: { payment: PaymentRecord; refunds: readonly RefundRecord[] },
): Promise<number> {
  if (refunds.some(isRefundPending)) return 0;
  const booked = (await listMovesOf(trx, payment.id)).filter(({ id }) => !id.startsWith('line:'));
  const waiting = refunds.filter(({ id, state }) => state === 'done' && !booked.some(move => move.id === `refund:${id}`));
  const bookedMinor = booked.reduce((sum, { minor }) => sum + minor, 0);
  // Refunds by this app that are done but not booked yet, including the one that is being booked.
  const waitingMinor = waiting.reduce((sum, { amountMinor }) => sum - amountMinor, 0);
  return 0 - payment.refundedMinor - bookedMinor - waitingMinor;
}

/**
 * Books payouts that have been read completely or have changed since they were booked.
 * @returns the number of booked payouts
 */
export async function bookPayouts({ store, now }: BookDependencies, limit: number): Promise<number> {
  // Repeated, because booking one payout may require that other payouts are booked again.
  for (let done = 0; ; ) {
    const payouts = await payoutsToBook(store.db, limit);
    for (const { id } of payouts) await store.inTransaction(trx => bookPayout(trx, id, now));
    done += payouts.length;
    if (payouts.length === 0 || done >= limit) return done;
  }
}
