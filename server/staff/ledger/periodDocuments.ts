import type { PackedFile } from '../../../shared/console/ledger.ts';
import { iso } from '../../../shared/model/time.ts';
import { findFile } from '../../shop/documents/files.ts';
import { entriesIn } from '../../store/staff/entryRows.ts';
import type { Span } from '../../store/staff/ledgerRows.ts';
import type { Ledger } from './ledger.ts';

/** Yields every document of the period. A list at the end names the documents whose PDF does not exist yet. */
export async function* documentFilesOf(bookkeeping: Ledger, span: Span): AsyncGenerator<PackedFile> {
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
