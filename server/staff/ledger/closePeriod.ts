import type { Currency } from '../../../shared/model/money.ts';
import { putClosing } from '../../store/staff/closingRows.ts';
import { sumMoves } from '../../store/staff/moveRows.ts';
import { type Ledger, spanOf } from './ledger.ts';

/**
 * Closes a period after its batch was exported, provided that the period is over. Later corrections are then booked on the day
 * when they become known, so the exported batch and the ledger page of the period no longer change.
 */
export async function closePeriod(
  bookkeeping: Ledger,
  { period, supplier, currency }: { period: string; supplier: string; currency: Currency },
): Promise<void> {
  const { store, now } = bookkeeping;
  const span = spanOf(bookkeeping, { period, supplier });
  const { from: fromAt, to: toAt, providerDays } = span;
  if (toAt > now) return;
  const about = { currency, fromAt, toAt, fromDay: providerDays.from, toDay: providerDays.to, closedAt: now };
  await store.inTransaction(async trx => {
    // This read makes the transaction conflict with a process that adds a ledger move at the same time. The move is then either
    // part of the batch, or it is booked again after the period is closed.
    await sumMoves(trx, span);
    for (const whose of span.suppliers ?? [supplier]) await putClosing(trx, { ...about, supplier: whose });
  });
}
