import type { ListFormat } from '../../../shared/console/files.ts';
import type { SessionQuery } from '../../../shared/console/sessions.ts';
import { type Cell, csvLines, numberCell, ROWS_AT_ONCE } from '../../core/records/csv.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { Db } from '../../store/engine/database.ts';
import type { SessionRow } from '../../store/staff/sessionRows.ts';
import { type PlainLine, plainLine } from './lines.ts';
import { sessionPages, withTimes } from './sessionLists.ts';

/** The headings are read by programs, so they are English in every language of the console. */
const COLUMNS = [
  ...['transaction', 'ordered_at', 'point', 'state', 'card', 'energy_kwh', 'currency'],
  ...['price', 'held', 'captured', 'refunded'],
] as const;

/** Yields all sessions that match the filters as CSV, one page of sessions at a time. */
export async function* sessionsCsv(
  { db, now, ...settings }: { db: Db; now: Date } & Pick<OperatorContext, 'books'>,
  { decimal, ...request }: SessionQuery & ListFormat,
): AsyncGenerator<Uint8Array> {
  yield csvLines([COLUMNS], { decimal, isFirst: true });
  for await (const rows of sessionPages(db, withTimes({ ...settings, now }, request), ROWS_AT_ONCE)) {
    const lines = await linesOf(db, rows, now);
    yield csvLines(lines.map(cellsOf), { decimal });
  }
}

async function linesOf(db: Db, rows: readonly SessionRow[], now: Date): Promise<PlainLine[]> {
  const lines: PlainLine[] = [];
  for (const row of rows) lines.push(await plainLine(db, row, now));
  return lines;
}

function cellsOf(line: PlainLine): Cell[] {
  const { number, createdAt, evseId, standing, card, energyWh, currency } = line;
  return [
    ...[String(number), createdAt, evseId, standing, card, numberCell(energyWh, 3), currency],
    ...[line.priceMinor, line.heldMinor, line.capturedMinor, line.refundedMinor].map(minor =>
      minor === null ? null : numberCell(minor, 2),
    ),
  ];
}
