import type { ActNames, AuditLine, AuditQuery } from '../../../shared/console/audit.ts';
import type { ListFormat } from '../../../shared/console/files.ts';
import { type Cell, csvLines, numberCell, ROWS_AT_ONCE } from '../../core/records/csv.ts';
import type { Db } from '../../store/engine/database.ts';
import { listActs } from '../../store/staff/acts.ts';

const COLUMNS = [
  'id',
  'at',
  'who',
  'what',
  'what_in_words',
  'done',
  'amount',
  'currency',
  'transaction',
  'about',
  'why',
] as const;

/** Yields all audit log entries that match the filters as CSV, one page of entries at a time. */
export async function* auditCsv(
  db: Db,
  { decimal, names, ...request }: AuditQuery & ListFormat & ActNames,
): AsyncGenerator<Uint8Array> {
  yield csvLines([COLUMNS], { decimal, isFirst: true });
  for (let { before } = request; ; ) {
    const lines: AuditLine[] = await listActs(db, {
      ...request,
      ...(before === undefined ? {} : { before }),
      limit: ROWS_AT_ONCE,
    });
    yield csvLines(
      lines.map(line => cellsOf(line, names)),
      { decimal },
    );
    if (lines.length < ROWS_AT_ONCE) return;
    before = lines.at(-1)?.id;
  }
}

const cellsOf = ({ id, at, who, does, isDone, amount, number, about, reason }: AuditLine, names: ActNames['names']): Cell[] => [
  ...[String(id), at, who, does, names[does] ?? does, isDone ? 'yes' : 'no'],
  ...[amount && numberCell(amount.amountMinor, 2), amount?.currency ?? '', number === null ? '' : String(number)],
  ...[about ?? '', reason],
];
