import type { ListFormat } from '../../../shared/console/files.ts';
import { decimalText } from '../../../shared/money.ts';
import { iso } from '../../../shared/time.ts';
import { csvLines } from '../csv.ts';
import { listPayoutRows, payoutsIn } from '../store/books/payoutRows.ts';
import type { PayoutRecord } from '../store/tables/bookTables.ts';
import { type Bookkeeping, periodOf } from './book.ts';
import { dayOf } from './period.ts';

const COLUMNS = [
  'payout',
  'arrived',
  'state',
  'currency',
  'paid',
  'row',
  'at',
  'kind',
  'payment',
  'transaction',
  'amount',
  'fee',
  'matched',
] as const;

type ListedRow = Awaited<ReturnType<typeof listPayoutRows>>[number];

/** Every row of the payouts that have arrived in a day or month, page by page. @throws NoSuchPeriod before the first bytes */
export async function* payoutsCsv(
  bookkeeping: Bookkeeping,
  { period: name, decimal }: { period: string } & ListFormat,
): AsyncGenerator<Uint8Array> {
  const { store, timeZone } = bookkeeping;
  const period = periodOf(bookkeeping, name);
  yield csvLines([COLUMNS], { decimal, isFirst: true });
  for await (const payout of payoutsIn(store.db, period)) {
    const about = aboutOf(payout, { decimal, timeZone });
    for (let after: string | null = ''; after !== null; ) {
      const rows: ListedRow[] = await listPayoutRows(store.db, { payoutId: payout.id, after });
      yield csvLines(
        rows.map(row => [...about, ...cellsOf(row, decimal)]),
        { decimal },
      );
      after = rows.at(-1)?.id ?? null;
    }
  }
}

function aboutOf(
  { id, arrivedAt, state, currency, paidMinor }: PayoutRecord,
  { decimal, timeZone }: ListFormat & { timeZone: string },
) {
  return [id, dayOf(arrivedAt, timeZone), state, currency, decimalText(paidMinor, 2, decimal)];
}

const cellsOf = ({ id, at, kind, ref, number, amountMinor, feeMinor, isMatched }: ListedRow, decimal: ListFormat['decimal']) => [
  ...[id, iso(at), kind, ref ?? '', number === null ? '' : String(number)],
  ...[decimalText(amountMinor, 2, decimal), decimalText(feeMinor, 2, decimal), isMatched ? 'yes' : 'no'],
];
