import { LRUCache } from 'lru-cache';
import { newId } from '../../core/records/ids.ts';
import type { DocumentKind, InvoiceDocument } from '../../core/records/records.ts';
import type { Trx } from '../../store/engine/database.ts';
import { enqueue } from '../../store/jobs/outboxRows.ts';
import { addDocument, allocateNumber, type DocumentRecord } from '../../store/shop/documents.ts';

/** The data that determines the series of a document number: kind, supplier, and the local calendar year. */
interface Series {
  kind: DocumentKind;
  /** `ClientRecord.numberPrefix`, which identifies the supplier. */
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
 * Issues a document: allocates its number, stores its immutable content, and enqueues the job that draws its PDF. `trx` must be
 * the transaction that decides to issue the document, so that a rollback leaves no gap in the numbers.
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

/**
 * Parses a document number into its series and its position in that series. Null if the text is not in the format of document
 * numbers.
 */
export function readNumber(number: string): { series: string; count: number } | null {
  const [, letter, prefix = '', year = '', count] = /^([A-Z])-(.+)-(\d{4})-(\d{6,9})$/.exec(number) ?? [];
  const kind = KINDS.find(each => KIND_PREFIXES[each] === letter);
  return kind === undefined ? null : { series: counterOf({ kind, prefix, year }), count: Number(count) };
}

const yearFormats = new LRUCache<string, Intl.DateTimeFormat>({
  max: 50,
  memoMethod: timeZone => new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }),
});

const yearAt = (at: Date, timeZone: string): string => yearFormats.memo(timeZone).format(at);

const KIND_PREFIXES: Readonly<Record<DocumentKind, string>> = { invoice: 'R', receipt: 'B', 'credit-note': 'G' };
const KINDS: readonly DocumentKind[] = ['invoice', 'receipt', 'credit-note'];

/**
 * Returns the next number of a series. There is one series per kind, prefix and local calendar year, and each number contains
 * all three. A series has no gaps, because the number is allocated in the transaction that stores the document. If an operator
 * reuses a prefix of older documents, `issue` skips their numbers.
 */
async function nextNumber(trx: Trx, { kind, prefix, timeZone, now }: Series): Promise<string> {
  const year = yearAt(now, timeZone);
  const count = await allocateNumber(trx, counterOf({ kind, prefix, year }));
  return `${KIND_PREFIXES[kind]}-${prefix}-${year}-${String(count).padStart(6, '0')}`;
}
