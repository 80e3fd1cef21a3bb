import type { BookFile, BookFileAsk, NotTaken, PackedFile } from '../../../shared/console/books.ts';
import { iso } from '../../../shared/time.ts';
import { begun, within } from '../../../shared/within.ts';
import { findFile } from '../documents/files.ts';
import { DocumentFilesUnavailable } from '../ports.ts';
import type { Span } from '../store/books/bookRows.ts';
import { entriesIn } from '../store/books/entryRows.ts';
import { readAccounts } from './accounts.ts';
import { type Bookkeeping, periodOf } from './book.ts';
import { sessionsCsv } from './bookCsv.ts';
import type { BooksSettings } from './booksSettings.ts';
import { extfBatch, whyTooLong } from './extf.ts';
import { bringUp } from './keepBooks.ts';
import { payoutsCsv } from './payoutsCsv.ts';

/** DATEV's own example numbers: an import asks whether they are right. */
const NOBODY = { consultant: 1001, client: 1 };

/** The books as a file, made while it is taken: of a month no more is in memory than a page. @throws NoSuchPeriod */
export async function bookFile(
  bookkeeping: Bookkeeping,
  settings: BooksSettings,
  ask: BookFileAsk,
): Promise<BookFile | NotTaken> {
  const period = periodOf(bookkeeping, ask.period);
  const { db } = bookkeeping.store;
  if (ask.kind === 'csv') {
    const bytes = sessionsCsv(bookkeeping, { period: period.name, decimal: ask.decimal });
    return { fileName: `sessions-${period.name}.csv`, contentType: 'text/csv; charset=utf-8', bytes };
  }
  if (ask.kind === 'payouts') {
    const bytes = payoutsCsv(bookkeeping, { period: period.name, decimal: ask.decimal });
    return { fileName: `payouts-${period.name}.csv`, contentType: 'text/csv; charset=utf-8', bytes };
  }
  await bringUp(bookkeeping, period, Number.POSITIVE_INFINITY);
  if (ask.kind === 'zip') return archive(documentsOf(bookkeeping, period), period.name);
  const currency = ask.currency ?? 'EUR';
  const refused = await whyTooLong(db, period, currency);
  if (refused !== null) return { refused };
  const { consultant, client, accounts } = settings;
  const bytes = extfBatch(bookkeeping, {
    period: period.name,
    currency,
    consultant: consultant ?? NOBODY.consultant,
    client: client ?? NOBODY.client,
    accounts: readAccounts(accounts),
  });
  // What DATEV recognises a batch by.
  return { fileName: `EXTF_Buchungsstapel_${period.name}_${currency}.csv`, contentType: 'text/csv; charset=windows-1252', bytes };
}

/** Whoever waits is told within six seconds that the pages are away: an archive that has begun can only break off. */
const FIRST_PAGE_MS = 4000;
export const DOCUMENTS_AWAY =
  'The place where the pages of documents lie does not answer. Nothing is lost, and nothing was written: try again in a few minutes. ' +
  'Lists (csv) and booking batches (extf) can be taken meanwhile.';

async function archive(files: AsyncGenerator<PackedFile>, period: string): Promise<BookFile | NotTaken> {
  try {
    const packed = await within(begun(files), FIRST_PAGE_MS, () => {
      throw new DocumentFilesUnavailable('too slow');
    });
    return { fileName: `documents-${period}.zip`, contentType: 'application/zip', packed };
  } catch (error) {
    if (error instanceof DocumentFilesUnavailable) return { refused: DOCUMENTS_AWAY, away: 'documents' };
    throw error;
  }
}

/** Every document, one after the other; those whose page has not been drawn yet are named in a list at the end. */
async function* documentsOf(bookkeeping: Bookkeeping, span: Span): AsyncGenerator<PackedFile> {
  const undrawn: string[] = [];
  for await (const page of entriesIn(bookkeeping.store.db, span))
    for (const { documentId, n, number, at } of page) {
      if (n > 0) continue;
      const pdf = await findFile(bookkeeping, documentId);
      if (pdf === null) undrawn.push(number);
      else yield { fileName: `${number}.pdf`, at: iso(at), bytes: once(pdf) };
    }
  if (undrawn.length > 0)
    yield { fileName: 'not-drawn-yet.txt', at: iso(span.from), bytes: once(Buffer.from(`${undrawn.join('\r\n')}\r\n`)) };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
