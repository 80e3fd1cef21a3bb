import type { BookFile, ExportRefused, LedgerFileRequest } from '../../../shared/console/ledger.ts';
import type { BooksSettings } from '../../core/records/ledgerSettings.ts';
import type { Actor } from '../acts/actor.ts';
import { noteExport } from '../acts/noteExport.ts';
import { bookFile } from '../ledger/exportFiles.ts';
import type { Ledger } from '../ledger/ledger.ts';

interface Taking extends LedgerFileRequest {
  settings: BooksSettings;
  asker: Actor;
}

/**
 * Exports the ledger of a day or month as a file. The audit log records who exported it.
 * @throws NoSuchPeriod
 */
export async function exportLedger(
  bookkeeping: Ledger,
  { settings, asker, ...request }: Taking,
): Promise<BookFile | ExportRefused> {
  const file = await bookFile(bookkeeping, settings, request);
  if ('refused' in file) return file;
  await noteExport(bookkeeping, asker, { about: request.period, period: request.period, kind: request.kind });
  return file;
}
