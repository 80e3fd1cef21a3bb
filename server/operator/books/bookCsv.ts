import type { BookLine } from '../../../shared/console/books.ts';
import type { ListFormat } from '../../../shared/console/files.ts';
import { decimalText } from '../../../shared/money.ts';
import { csvLines, ROWS_AT_ONCE } from '../csv.ts';
import { listLines, type Span } from '../store/books/bookRows.ts';
import { type Bookkeeping, periodOf } from './book.ts';
import { bringUp } from './keepBooks.ts';
import { dayOf } from './period.ts';

/** For programs, so in English whatever the language of the console. */
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
] as const;

/** All lines of a day or month, the newest first, page by page. @throws NoSuchPeriod before the first bytes */
export async function* sessionsCsv(
  bookkeeping: Bookkeeping,
  { period: name, decimal }: { period: string } & ListFormat,
): AsyncGenerator<Uint8Array> {
  const period = periodOf(bookkeeping, name);
  yield csvLines([COLUMNS], { decimal, isFirst: true });
  for await (const page of pagesOf(bookkeeping, period))
    yield csvLines(
      page.map(line => rowOf(line, { decimal, timeZone: bookkeeping.timeZone })),
      { decimal },
    );
}

async function* pagesOf(bookkeeping: Bookkeeping, span: Span): AsyncGenerator<readonly BookLine[]> {
  await bringUp(bookkeeping, span, Number.POSITIVE_INFINITY);
  let before: { at: Date; id: string } | null = null;
  for (;;) {
    const page: BookLine[] = await listLines(bookkeeping.store.db, span, { most: ROWS_AT_ONCE, before });
    const last = page.at(-1);
    if (!last) return;
    yield page;
    before = { at: new Date(last.at), id: last.id };
  }
}

function rowOf(line: BookLine, { decimal, timeZone }: ListFormat & { timeZone: string }): string[] {
  const money = (minor: number) => decimalText(minor, 2, decimal);
  return [
    dayOf(new Date(line.at), timeZone),
    line.at,
    String(line.number),
    line.document ?? '',
    decimalText(line.energyWh, 3, decimal),
    line.isSigned ? 'yes' : 'no',
    line.currency,
    money(line.capturedMinor),
    money(line.billedMinor),
    money(line.pricedMinor),
    line.why ?? '',
    line.isOpen ? 'yes' : 'no',
  ];
}
