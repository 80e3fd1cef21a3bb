import type { ProviderPayoutRow } from '../../server/core/ports/payoutPort.ts';
import { createHolidays } from '../../server/core/pricing/holidays.ts';
import { later } from '../../server/core/records/instants.ts';
import { closePeriod } from '../../server/staff/ledger/closePeriod.ts';
import { payoutsCsv } from '../../server/staff/ledger/payoutsCsv.ts';
import { enqueuePayoutReads, handleReadPayoutRows, handleReadPayouts } from '../../server/staff/ledger/readPayouts.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { findOutsideCaptureLine, listLines } from '../../server/store/staff/ledgerRows.ts';
import { listNotPaidOut, listPayouts, showPayouts } from '../../server/store/staff/payoutRows.ts';
import { DAY_MS, isoDay } from '../../shared/model/time.ts';
import { createFakePayments } from './fakePayments.ts';

/** Executes every database query that reads payouts from the payment provider or displays them on the accounting pages. */
export async function visitPayouts(store: Store, now: Date): Promise<void> {
  const { db } = store;
  const payments = createFakePayments();
  const span = { from: later(now, -DAY_MS), to: later(now, DAY_MS) };
  const [line] = await listLines(db, span, { limit: 1, before: null });
  const paymentId = line?.id ?? null;
  await findOutsideCaptureLine(db, 'none');
  const row = (kind: ProviderPayoutRow['kind'], more: Partial<ProviderPayoutRow> = {}): ProviderPayoutRow => {
    const card = { currency: 'EUR', amountMinor: kind === 'refund' ? -1 : 1 } as const;
    return {
      id: `row-${kind}`,
      at: now,
      kind,
      ref: null,
      paymentId,
      amountMinor: 1,
      feeMinor: 0,
      card,
      ...more,
    };
  };
  const payout = { id: 'one', arrivedAt: now, currency: 'EUR', paidMinor: 1, state: 'paid' } as const;
  const rows = [row('capture'), row('refund'), row('fee'), row('other', { paymentId: null })];
  payments.paidOut.push({ payout, rows });
  const clock = { now: () => now, sleepUntil: async () => undefined };
  const context = { store, payments, clock, wake: () => undefined };
  const [from, to] = [isoDay(later(now, -DAY_MS)), isoDay(later(now, 2 * DAY_MS))];
  await store.inTransaction(trx => enqueuePayoutReads(trx, { from, to, n: 1, now }));
  const read = async () => {
    await handleReadPayouts(context, { subjectId: `- ${from} ${to}`, n: 1 });
    for (const subjectId of ['one', 'one row-refund']) await handleReadPayoutRows(context, { subjectId, n: 1 });
  };
  await read();
  payments.paidOut = [];
  payments.paidOut.push({ payout: { ...payout, paidMinor: 0, state: 'failed' }, rows });
  await read();
  await showPayouts(db, span);
  await listPayouts(db, span, { at: now, id: 'none' });
  await listNotPaidOut(db, span, { until: later(now, DAY_MS), limit: 20 });
  const bookkeeping = { store, documentFiles: null, holidays: createHolidays(), now, timeZone: 'Europe/Berlin', payoutDays: 14 };
  const month = { period: isoDay(now).slice(0, 7), supplier: 'none', currency: 'EUR' } as const;
  await closePeriod({ ...bookkeeping, now: later(now, 40 * DAY_MS) }, month);
  for await (const _ of payoutsCsv(bookkeeping, { period: isoDay(now).slice(0, 7), decimal: ',' }));
}
