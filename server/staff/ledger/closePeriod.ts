import type { Currency } from '../../../shared/model/money.ts';
import { putClosing } from '../../store/staff/closingRows.ts';
import { sumMoves } from '../../store/staff/moveRows.ts';
import { type Ledger, spanOf } from './ledger.ts';

/**
 * Notes that the batch of a day or month is taken, if the day or month is over: what becomes known of it later is booked on the
 * day it becomes known, so the batch and the page of the books stay as they were taken.
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
    // Read here so that a move which another process adds meanwhile is either in the batch or done again after the closing.
    await sumMoves(trx, span);
    for (const whose of span.suppliers ?? [supplier]) await putClosing(trx, { ...about, supplier: whose });
  });
}
