import type { Currency } from '../../../shared/model/money.ts';
import { putClosing } from '../../store/staff/closingRows.ts';
import { sumMoves } from '../../store/staff/moveRows.ts';
import { type Ledger, spanOf } from './ledger.ts';

/**
 * Records that the batch of a day or month was exported, if the day or month is over. Later facts are then booked on the day on
 * which they become known, so the exported batch and the page of the books do not change.
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
    // This read conflicts with a move that another process adds at the same time: the move is either part of the batch, or its
    // transaction is repeated after the closing.
    await sumMoves(trx, span);
    for (const whose of span.suppliers ?? [supplier]) await putClosing(trx, { ...about, supplier: whose });
  });
}
