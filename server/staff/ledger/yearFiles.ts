import type { ListFormat } from '../../../shared/console/files.ts';
import type { PackedFile } from '../../../shared/console/ledger.ts';
import { iso } from '../../../shared/model/time.ts';
import { sessionsCsv } from './entriesCsv.ts';
import { type Ledger, spanOf } from './ledger.ts';
import { payoutsCsv } from './payoutsCsv.ts';
import { documentFilesOf } from './periodDocuments.ts';
import { bringUp } from './updateLedger.ts';

interface YearRequest extends ListFormat {
  /** YYYY. */
  year: string;
  /** Id of the brand. Null: all brands. */
  supplier: string | null;
}

const CONTENTS = `Each folder is a month that has begun:
sessions.csv: one row per document, with session, captured, billed and recalculated amounts. The first row names the columns.
payouts.csv: one row per movement of each payout of the payment provider.
PDF files: every invoice, receipt and credit note as PDF/A-3. The XML of an e-invoice is attached to its PDF file.
not-drawn-yet.txt: numbers of documents whose PDF file does not exist yet. Absent: all exist.
`;

/** Yields the files of a year for a tax audit: for each month that has begun, the lists and every document. */
export async function* yearFiles(bookkeeping: Ledger, { year, supplier, decimal }: YearRequest): AsyncGenerator<PackedFile> {
  const months = Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`);
  yield { fileName: 'contents.txt', at: iso(bookkeeping.now), bytes: linesOf(CONTENTS) };
  for (const period of months) {
    const span = spanOf(bookkeeping, { period, supplier });
    if (span.from > bookkeeping.now) return;
    await bringUp(bookkeeping, span, Number.POSITIVE_INFINITY);
    const at = iso(span.from);
    const list = { period, supplier, decimal };
    yield { folder: period, fileName: 'sessions.csv', at, bytes: sessionsCsv(bookkeeping, list) };
    yield { folder: period, fileName: 'payouts.csv', at, bytes: payoutsCsv(bookkeeping, list) };
    for await (const file of documentFilesOf(bookkeeping, span)) yield { folder: period, ...file };
  }
}

async function* linesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text.replaceAll('\n', '\r\n'));
}
