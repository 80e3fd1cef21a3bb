import type { BookFile, ExportRefused, LedgerFileRequest, PackedFile } from '../../../shared/console/ledger.ts';
import type { Currency } from '../../../shared/model/money.ts';
import { primeGenerator, within } from '../../../shared/util/within.ts';
import { DocumentFilesUnavailable } from '../../core/ports/ports.ts';
import { type BooksSettings, datevNumbers } from '../../core/records/ledgerSettings.ts';
import { listClients } from '../../store/shop/catalogue.ts';
import { readAccounts } from './accounts.ts';
import { closePeriod } from './closePeriod.ts';
import { sessionsCsv } from './entriesCsv.ts';
import { extfBatch, whyNoBatch } from './extf.ts';
import { type Ledger, spanOf } from './ledger.ts';
import { payoutsCsv } from './payoutsCsv.ts';
import { documentFilesOf } from './periodDocuments.ts';
import { bringUp } from './updateLedger.ts';
import { yearFiles } from './yearFiles.ts';

/**
 * Exports the ledger of a period as a file. The ZIP archive of a year, 'YYYY', contains what a tax audit asks for. The file is
 * created while it is sent, so at most one page of rows is in memory.
 * @throws NoSuchPeriod
 */
export async function bookFile(
  bookkeeping: Ledger,
  settings: BooksSettings,
  request: LedgerFileRequest,
): Promise<BookFile | ExportRefused> {
  const { kind, decimal, supplier = null } = request;
  const suppliers = (await listClients(bookkeeping.store.db)).map(({ id }) => id);
  if (supplier !== null && !suppliers.includes(supplier))
    return { refused: `Unknown supplier ${supplier}. Use one of: ${suppliers.join(', ')}.` };
  if (kind === 'zip' && YEAR.test(request.period)) {
    const name = ['year', request.period, supplier].filter(Boolean).join('-');
    return archive(yearFiles(bookkeeping, { year: request.period, supplier, decimal }), name);
  }
  const span = spanOf(bookkeeping, { period: request.period, supplier });
  const name = [span.name, supplier].filter(Boolean).join('-');
  const list = { period: span.name, decimal, supplier };
  if (kind === 'csv') return { fileName: `sessions-${name}.csv`, contentType: CSV, bytes: sessionsCsv(bookkeeping, list) };
  if (kind === 'payouts') return { fileName: `payouts-${name}.csv`, contentType: CSV, bytes: payoutsCsv(bookkeeping, list) };
  await bringUp(bookkeeping, span, Number.POSITIVE_INFINITY);
  if (kind === 'zip') return archive(documentFilesOf(bookkeeping, span), `documents-${name}`);
  const [first] = suppliers;
  const whose = supplier ?? (suppliers.length === 1 ? first : undefined);
  if (whose === undefined)
    return { refused: `A batch contains one supplier. Use --supplier with one of: ${suppliers.join(', ')}.` };
  return batch(bookkeeping, settings, {
    period: span.name,
    currency: request.currency ?? 'EUR',
    supplier: whose,
    isOnly: suppliers.length === 1,
  });
}

const CSV = 'text/csv; charset=utf-8';
const YEAR = /^20\d{2}$/;

async function batch(
  bookkeeping: Ledger,
  settings: BooksSettings,
  { isOnly, ...about }: { period: string; currency: Currency; supplier: string; isOnly: boolean },
): Promise<BookFile | ExportRefused> {
  const numbers = datevNumbers(settings, { supplier: about.supplier, isOnly });
  if ('refused' in numbers) return numbers;
  const accounts = readAccounts(settings.accounts, settings.chart);
  const refused = await whyNoBatch(bookkeeping, { ...about, accounts });
  if (refused !== null) return { refused };
  await closePeriod(bookkeeping, about);
  const bytes = extfBatch(bookkeeping, { ...about, ...numbers, accounts, yearStart: settings.yearStart });
  const name = ['EXTF_Buchungsstapel', about.period, ...(isOnly ? [] : [about.supplier]), about.currency].join('_');
  // DATEV recognises a booking batch by the beginning of its file name.
  return { fileName: `${name}.csv`, contentType: 'text/csv; charset=windows-1252', bytes };
}

/**
 * Maximum wait for the first document, in milliseconds. If the document storage fails before that document, the person gets an
 * error message. After it, the archive can only be truncated.
 */
const FIRST_PAGE_MS = 4000;
export const DOCUMENTS_AWAY =
  'The document storage does not respond. Nothing is lost and nothing was written. Try again in a few minutes. ' +
  'Lists (csv) and booking batches (extf) can be exported meanwhile.';

async function archive(files: AsyncGenerator<PackedFile>, name: string): Promise<BookFile | ExportRefused> {
  try {
    const packed = await within(primeGenerator(files), FIRST_PAGE_MS, () => {
      throw new DocumentFilesUnavailable('too slow');
    });
    return { fileName: `${name}.zip`, contentType: 'application/zip', packed };
  } catch (error) {
    if (error instanceof DocumentFilesUnavailable) return { refused: DOCUMENTS_AWAY, away: 'documents' };
    throw error;
  }
}
