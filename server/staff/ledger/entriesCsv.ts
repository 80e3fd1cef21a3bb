import type { ListFormat } from '../../../shared/console/files.ts';
import type { BookLine } from '../../../shared/console/ledger.ts';
import { type Cell, csvLines, numberCell, ROWS_AT_ONCE } from '../../core/records/csv.ts';
import { listLines, type Span } from '../../store/staff/ledgerRows.ts';
import { type Ledger, spanOf } from './ledger.ts';
import { dayOf } from './period.ts';
import { bringUp } from './updateLedger.ts';

/** The headings are read by programs, so they are English in every language of the console. */
const COLUMNS = [
  'day',
  'settled_at',
  'transaction',
  'document',
  'energy_kwh',
  'signed',
  'currency',
  'captured',
  'billed',
  'priced_anew',
  'difference',
  'open',
  'supplier',
  'unbilled_max_kwh',
] as const;

/**
 * Yields all lines of a day or month as CSV, newest first, one page at a time.
 * @throws NoSuchPeriod before the first bytes
 */
export async function* sessionsCsv(
  bookkeeping: Ledger,
  { period: name, decimal, supplier = null }: { period: string; supplier?: string | null } & ListFormat,
): AsyncGenerator<Uint8Array> {
  const span = spanOf(bookkeeping, { period: name, supplier });
  yield csvLines([COLUMNS], { decimal, isFirst: true });
  for await (const page of pagesOf(bookkeeping, span))
    yield csvLines(
      page.map(line => rowOf(line, bookkeeping.timeZone)),
      { decimal },
    );
}

async function* pagesOf(bookkeeping: Ledger, span: Span): AsyncGenerator<readonly BookLine[]> {
  await bringUp(bookkeeping, span, Number.POSITIVE_INFINITY);
  let before: { at: Date; id: string } | null = null;
  for (;;) {
    const page: BookLine[] = await listLines(bookkeeping.store.db, span, { limit: ROWS_AT_ONCE, before });
    const last = page.at(-1);
    if (!last) return;
    yield page;
    before = { at: new Date(last.at), id: last.id };
  }
}

function rowOf(line: BookLine, timeZone: string): Cell[] {
  return [
    ...[dayOf(new Date(line.at), timeZone), line.at, String(line.number), line.document, numberCell(line.energyWh, 3)],
    ...[line.isSigned ? 'yes' : 'no', line.currency],
    ...[line.capturedMinor, line.billedMinor, line.pricedMinor].map(minor => numberCell(minor, 2)),
    ...[line.why, line.isOpen ? 'yes' : 'no', line.supplier, line.unbilledWh === null ? null : numberCell(line.unbilledWh, 3)],
  ];
}
