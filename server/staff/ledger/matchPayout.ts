import type { Db, Store, Trx } from '../../store/engine/database.ts';
import { findPayment, type PaymentRecord } from '../../store/shop/payments.ts';
import { findOutsideCaptureLine } from '../../store/staff/ledgerRows.ts';
import { listMatchedOf, listUnmatched, listUnmatchedOf, setMatched, sumUpPayout } from '../../store/staff/payoutWrites.ts';
import type { PayoutRowRecord } from '../../store/tables/ledgerTables.ts';

const AT_ONCE = 100;

/**
 * Looks again for what explains the rows of a payout that nothing has explained so far, some in each transaction. Every row
 * explains one capture, and refunds no more than was given back, so a movement that the provider did twice stays unexplained.
 */
export async function matchPayout(store: Store, payoutId: string): Promise<void> {
  let after: string | null = '';
  while (after !== null) {
    const from: string = after;
    after = await store.inTransaction(async trx => {
      const rows = await listUnmatched(trx, { payoutId, after: from, most: AT_ONCE });
      for (const row of rows) if (await isOurs(trx, row)) await setMatched(trx, row.id);
      return rows.length < AT_ONCE ? null : (rows.at(-1)?.id ?? null);
    });
  }
}

/** Looks again for what explains the rows of a payment that has changed, such as by a refund made at the provider. */
export async function matchRowsOf(trx: Trx, paymentId: string, now: Date): Promise<void> {
  for (const row of await listUnmatchedOf(trx, paymentId))
    if (await isOurs(trx, row)) {
      await setMatched(trx, row.id);
      await sumUpPayout(trx, row.payoutId, now);
    }
}

async function isOurs(db: Db, row: PayoutRowRecord): Promise<boolean> {
  if (row.kind === 'fee' || row.kind === 'payout' || row.kind === 'returned') return true;
  const payment = row.paymentId === null ? null : await findPayment(db, row.paymentId);
  if (!payment) return false;
  if (row.kind !== 'capture' && row.kind !== 'refund') return true;
  if (row.cardMinor === null || row.cardCurrency !== payment.currency) return false;
  const others = await listMatchedOf(db, { paymentId: payment.id, kind: row.kind });
  if (row.kind === 'capture') return others.length === 0 && row.cardMinor === (await capturedMinorOf(db, payment));
  const givenBack = others.reduce((sum, { cardMinor }) => sum - (cardMinor ?? 0), 0 - row.cardMinor);
  return givenBack <= payment.refundedMinor;
}

/** What was taken, in minor units; also what somebody took at the provider for an order that was over. */
async function capturedMinorOf(db: Db, { id, capturedMinor }: PaymentRecord): Promise<number | null> {
  return capturedMinor ?? (await findOutsideCaptureLine(db, id))?.capturedMinor ?? null;
}
