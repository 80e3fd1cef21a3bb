import type { BookLine } from '../../../shared/console/books.ts';
import { decimalText } from '../../../shared/money.ts';
import { listLines, type Span } from '../store/books/bookRows.ts';
import { type Bookkeeping, periodOf } from './book.ts';
import { bringUp } from './keepBooks.ts';
import { dayOf } from './period.ts';

/** For programs, so in English whatever the language of the console. Where a comma stands in numbers, a semicolon stands between. */
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

export interface CsvFormat {
  /** What stands before decimals: a spreadsheet goes by its country. */
  decimal: ',' | '.';
}

const AT_ONCE = 500;
/** Without it spreadsheets take the letters of other languages for two each. */
const BYTE_ORDER_MARK = '\ufeff';

/** All lines of a day or month, the newest first, page by page. @throws NoSuchPeriod before the first bytes */
export async function* sessionsCsv(
  bookkeeping: Bookkeeping,
  { period: name, decimal }: { period: string } & CsvFormat,
): AsyncGenerator<Uint8Array> {
  const period = periodOf(bookkeeping, name);
  yield csvLines([COLUMNS], { decimal, isFirst: true });
  for await (const page of pagesOf(bookkeeping, period))
    yield csvLines(
      page.map(line => rowOf(line, { decimal, timeZone: bookkeeping.timeZone })),
      { decimal },
    );
}

/** Lines of a list. Cells are ids, numbers and words of ours: nothing that would have to be quoted. */
export function csvLines(
  rows: readonly (readonly string[])[],
  { decimal, isFirst = false }: CsvFormat & { isFirst?: boolean },
): Uint8Array {
  const between = decimal === ',' ? ';' : ',';
  const lines = rows.map(cells => `${cells.join(between)}\r\n`).join('');
  return Buffer.from((isFirst ? BYTE_ORDER_MARK : '') + lines);
}

async function* pagesOf(bookkeeping: Bookkeeping, span: Span): AsyncGenerator<readonly BookLine[]> {
  await bringUp(bookkeeping, span, Number.POSITIVE_INFINITY);
  let before: { at: Date; id: string } | null = null;
  for (;;) {
    const page: BookLine[] = await listLines(bookkeeping.store.db, span, { most: AT_ONCE, before });
    const last = page.at(-1);
    if (!last) return;
    yield page;
    before = { at: new Date(last.at), id: last.id };
  }
}

function rowOf(line: BookLine, { decimal, timeZone }: CsvFormat & { timeZone: string }): string[] {
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
