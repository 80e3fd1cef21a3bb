import type { BookFile, BookFileAsk, NotTaken } from '../../../../shared/console/books.ts';
import type { Bookkeeping } from '../../books/book.ts';
import { bookFile } from '../../books/bookFiles.ts';
import type { BooksSettings } from '../../books/booksSettings.ts';
import type { Asker } from '../asker.ts';
import { noteExport } from './noteExport.ts';

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
