import type { ListFormat } from '../../../shared/console/files.ts';
import { iso, isoDay } from '../../../shared/model/time.ts';
import { type Cell, csvLines, numberCell } from '../../core/records/csv.ts';
import { listPayoutRows, payoutsIn } from '../../store/staff/payoutRows.ts';
import type { PayoutRecord } from '../../store/tables/ledgerTables.ts';
import { type Ledger, spanOf } from './ledger.ts';
import { bringUp } from './updateLedger.ts';

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
  'supplier',
] as const;

type ListedRow = Awaited<ReturnType<typeof listPayoutRows>>[number];

/**
 * Yields every row of the payouts that arrived in a day or month as CSV, one page at a time.
 * @throws NoSuchPeriod before the first bytes
 */
export async function* payoutsCsv(
  bookkeeping: Ledger,
  { period: name, decimal, supplier = null }: { period: string; supplier?: string | null } & ListFormat,
): AsyncGenerator<Uint8Array> {
  const { store } = bookkeeping;
  const { providerDays, suppliers } = spanOf(bookkeeping, { period: name, supplier });
  await bringUp(bookkeeping, providerDays, Number.POSITIVE_INFINITY);
  yield csvLines([COLUMNS], { decimal, isFirst: true });
  for await (const payout of payoutsIn(store.db, { ...providerDays, ...(suppliers && { suppliers }) })) {
    const about = aboutOf(payout, suppliers);
    for (let after: string | null = ''; after !== null; ) {
      const rows: ListedRow[] = await listPayoutRows(store.db, { payoutId: payout.id, after, suppliers });
      yield csvLines(
        rows.map(row => [...about, ...cellsOf(row)]),
        { decimal },
      );
      after = rows.at(-1)?.id ?? null;
    }
  }
}

/**
 * The amount of a payout is the amount of all suppliers together, so the list of one supplier does not have the amount. The arrival
 * date is the date that the payment provider reports; it is not converted to the time zone of the ledger.
 */
const aboutOf = (
  { id, arrivedAt, state, currency, paidMinor }: PayoutRecord,
  suppliers: readonly string[] | undefined,
): Cell[] => [...[id, isoDay(arrivedAt), state, currency], suppliers ? '' : numberCell(paidMinor, 2)];

const cellsOf = ({ id, at, kind, ref, number, amountMinor, feeMinor, isMatched, supplier }: ListedRow): Cell[] => [
  ...[id, iso(at), kind, ref, number === null ? '' : String(number)],
  ...[numberCell(amountMinor, 2), numberCell(feeMinor, 2), isMatched ? 'yes' : 'no', supplier],
];
