import { LRUCache } from 'lru-cache';
import { newId } from '../../core/records/ids.ts';
import type { DocumentKind, InvoiceDocument } from '../../core/records/records.ts';
import type { Trx } from '../../store/engine/database.ts';
import { enqueue } from '../../store/jobs/outboxRows.ts';
import { addDocument, allocateNumber, type DocumentRecord } from '../../store/shop/documents.ts';

/** The data that determines the number of a document: its series, and the year at the place. */
interface Series {
  kind: DocumentKind;
  /** The prefix of the supplier, `ClientRecord.numberPrefix`. */
  prefix: string;
  timeZone: string;
  now: Date;
}

interface IssueDocumentOptions extends Series {
  sessionId: string;
  replaces?: Pick<DocumentRecord, 'id'>;
  cancels?: Pick<DocumentRecord, 'id'>;
  write(number: string): InvoiceDocument;
}

/**
 * Issues a document: its number, its immutable content, and the job that draws its PDF. The caller must be in the transaction
 * that decides to issue the document, so that a number exists exactly when its document does.
 */
export async function issue(trx: Trx, options: IssueDocumentOptions): Promise<DocumentRecord> {
  const { sessionId, replaces, cancels, write, ...series } = options;
  const number = await nextNumber(trx, series);
  const row = await addDocument(trx, {
    id: newId(),
    sessionId,
    kind: series.kind,
    number,
    issuedAt: series.now,
    content: write(number),
    sha256: null,
    replacesId: replaces?.id ?? null,
    cancelsId: cancels?.id ?? null,
  });
  if (!row) return issue(trx, options);
  await enqueue(trx, { kind: 'draw-document', subjectId: row.id, at: series.now });
  return row;
}

const counterOf = ({ kind, prefix, year }: { kind: DocumentKind; prefix: string; year: string }): string =>
  `${kind}:${prefix}:${year}`;

/** The counter that a document's number was taken from, and the count; null if the number has another format. */
export function readNumber(number: string): { series: string; count: number } | null {
  const [, letter, prefix = '', year = '', count] = /^([A-Z])-(.+)-(\d{4})-(\d{6,9})$/.exec(number) ?? [];
  const kind = KINDS.find(each => KIND_PREFIXES[each] === letter);
  return kind === undefined ? null : { series: counterOf({ kind, prefix, year }), count: Number(count) };
}

const yearFormats = new LRUCache<string, Intl.DateTimeFormat>({
  max: 50,
  memoMethod: timeZone => new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }),
});

/** The year of an instant in a time zone. */
const yearAt = (at: Date, timeZone: string): string => yearFormats.memo(timeZone).format(at);

const KIND_PREFIXES: Readonly<Record<DocumentKind, string>> = { invoice: 'R', receipt: 'B', 'credit-note': 'G' };
const KINDS: readonly DocumentKind[] = ['invoice', 'receipt', 'credit-note'];

/**
 * Returns the next number of a series. There is one series per supplier, kind and local calendar year. A series has no gaps,
 * because the number is allocated with the row. The number contains the prefix of the series, so two series never share a
 * number, whatever the suppliers are called. If an operator reuses the prefix of older documents, `issue` skips their numbers,
 * which belong to this series.
 */
async function nextNumber(trx: Trx, { kind, prefix, timeZone, now }: Series): Promise<string> {
  const year = yearAt(now, timeZone);
  const count = await allocateNumber(trx, counterOf({ kind, prefix, year }));
  return `${KIND_PREFIXES[kind]}-${prefix}-${year}-${String(count).padStart(6, '0')}`;
}
