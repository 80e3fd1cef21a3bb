import type { Db, Store, Trx } from '../../store/engine/database.ts';
import { findPayment, type PaymentRecord } from '../../store/shop/payments.ts';
import { findOutsideCaptureLine } from '../../store/staff/ledgerRows.ts';
import {
  findPayout,
  listRowsOf,
  listUnmatched,
  listUnmatchedOf,
  setMatched,
  sumUpPayout,
} from '../../store/staff/payoutWrites.ts';
import type { PayoutRowRecord } from '../../store/tables/ledgerTables.ts';

const AT_ONCE = 100;

/**
 * Matches the rows of a payout with the payments of this app, a few rows per transaction. A capture is matched with one row
 * only, and refunds only up to the refunded total. If the payment provider captures or refunds something twice, the second row
 * therefore stays unmatched.
 */
export async function matchPayout(store: Store, payoutId: string, now: Date): Promise<void> {
  let after: string | null = '';
  while (after !== null) {
    const from: string = after;
    after = await store.inTransaction(async trx => {
      const rows = await listUnmatched(trx, { payoutId, after: from, limit: AT_ONCE });
      for (const row of rows) await matchRow(trx, row, now);
      return rows.length < AT_ONCE ? null : (rows.at(-1)?.id ?? null);
    });
  }
}

/**
 * Matches the rows of a payment again after the payment has changed, for example by a refund made directly at the payment
 * provider.
 */
export async function matchRowsOf(trx: Trx, paymentId: string, now: Date): Promise<void> {
  const payment = await findPayment(trx, paymentId);
  if (payment) await matchRefunds(trx, payment, now);
  for (const row of await listUnmatchedOf(trx, paymentId))
    if (await matchRow(trx, row, now)) await sumUpPayout(trx, row.payoutId, now);
}

/**
 * Matches one row.
 * @returns true if the row is now matched, so that the totals of its payout must be recalculated
 */
async function matchRow(trx: Trx, row: PayoutRowRecord, now: Date): Promise<boolean> {
  const payment = row.paymentId === null ? null : await findPayment(trx, row.paymentId);
  if (payment && row.kind === 'refund') {
    await matchRefunds(trx, payment, now);
    return false;
  }
  const isExplained = await isOurs(trx, row, payment);
  if (isExplained) await setMatched(trx, row.id, true);
  return isExplained;
}

async function isOurs(db: Db, row: PayoutRowRecord, payment: PaymentRecord | null): Promise<boolean> {
  if (row.kind === 'fee' || row.kind === 'payout' || row.kind === 'returned') return true;
  if (!payment) return false;
  if (row.kind !== 'capture') return true;
  if (row.cardMinor === null || row.cardCurrency !== payment.currency) return false;
  const captures = await listRowsOf(db, { paymentId: payment.id, kind: 'capture' });
  return !captures.some(({ isMatched }) => isMatched) && row.cardMinor === (await capturedMinorOf(db, payment));
}

/**
 * Matches the refund rows of a payment, oldest first, until the refunded total is reached. Payouts are read in any order, so a
 * matched row can become unmatched when an older row is read later.
 */
async function matchRefunds(trx: Trx, { id, currency, refundedMinor }: PaymentRecord, now: Date): Promise<void> {
  const rows = await listRowsOf(trx, { paymentId: id, kind: 'refund' });
  const changed = new Set<string>();
  let leftMinor = refundedMinor;
  for (const row of rows) {
    const minor = row.cardCurrency === currency && row.cardMinor !== null ? 0 - row.cardMinor : null;
    const isExplained = minor !== null && leftMinor > 0 && minor <= leftMinor;
    leftMinor = isExplained ? leftMinor - minor : 0;
    if (isExplained === row.isMatched) continue;
    await setMatched(trx, row.id, isExplained);
    changed.add(row.payoutId);
  }
  for (const payoutId of changed) if ((await findPayout(trx, payoutId))?.wholeAt) await sumUpPayout(trx, payoutId, now);
}

/**
 * Returns the captured amount in minor units, including a capture that was made directly at the payment provider after the order
 * had ended. Null if nothing was captured.
 */
async function capturedMinorOf(db: Db, { id, capturedMinor }: PaymentRecord): Promise<number | null> {
  return capturedMinor ?? (await findOutsideCaptureLine(db, id))?.capturedMinor ?? null;
}
