// The books as a file: npm run operator -- books 2026-11 --take csv|extf|zip --out <file>
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { zipOf } from '../server/http/handIn/zip.ts';
import { bookkeepingOf } from '../server/operator/backoffice/bookCommands.ts';
import type { CommandDependencies } from '../server/operator/backoffice/commands.ts';
import { bookFile } from '../server/operator/books/bookFiles.ts';
import { USUAL_BOOKS } from '../server/operator/books/booksSettings.ts';
import { BOOK_FILES, type PackedFile } from '../shared/console/books.ts';
import { CURRENCIES } from '../shared/money.ts';
import type { Said } from './database.ts';

interface TakeAsk {
  period: string;
  /** 'csv', 'zip', 'extf', or 'extf:CHF'. */
  take: string;
  out: string | undefined;
}

export async function takeAlong(dependencies: CommandDependencies, { period, take, out }: TakeAsk): Promise<Said> {
  const [name, code] = take.split(':');
  const kind = BOOK_FILES.find(known => known === name);
  const currency = CURRENCIES.find(known => known === (code ?? 'EUR'));
  if (!kind || !currency) return { lines: [`Take what? ${BOOK_FILES.join(', ')}, extf:CHF`], isWell: false };
  const ask = { period, kind, currency, decimal: ',' as const };
  const file = await bookFile(bookkeepingOf(dependencies), dependencies.books ?? USUAL_BOOKS, ask);
  if ('refused' in file) return { lines: [file.refused], isWell: false };
  const path = out ?? file.fileName;
  await pipeline('packed' in file ? zipOf(zipped(file.packed)) : file.bytes, createWriteStream(path));
  return { lines: [`Written: ${path}`], isWell: true };
}

async function* zipped(files: AsyncIterable<PackedFile>) {
  for await (const { at, ...file } of files) yield { file, at: new Date(at) };
}
