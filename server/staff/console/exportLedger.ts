import type { BookFile, BookFileAsk, NotTaken } from '../../../shared/console/ledger.ts';
import type { BooksSettings } from '../../core/records/ledgerSettings.ts';
import type { Asker } from '../acts/actor.ts';
import { noteExport } from '../acts/noteExport.ts';
import { bookFile } from '../ledger/exportFiles.ts';
import type { Bookkeeping } from '../ledger/ledger.ts';

interface Taking extends BookFileAsk {
  settings: BooksSettings;
  asker: Asker;
}

/** The books of a day or month as a file; who takes it is in the audit. @throws NoSuchPeriod */
export async function takeBook(bookkeeping: Bookkeeping, { settings, asker, ...ask }: Taking): Promise<BookFile | NotTaken> {
  const file = await bookFile(bookkeeping, settings, ask);
  if ('refused' in file) return file;
  await noteExport(bookkeeping, asker, { about: ask.period, period: ask.period, kind: ask.kind });
  return file;
}
