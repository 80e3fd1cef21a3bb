import type { BookVat } from '../../../../shared/console/books.ts';
import type { Currency } from '../../../../shared/money.ts';
import type { Db, Trx } from '../store.ts';
import { BOOK_ENTRY, type BookEntryRecord } from '../tables/bookTables.ts';
import { codecOf } from '../tables/codec.ts';
import type { Place, Span } from './bookRows.ts';

const entryCodec = codecOf(BOOK_ENTRY);

export async function putEntries(trx: Trx, entries: readonly BookEntryRecord[]): Promise<void> {
  for (const entry of entries)
    await trx
      .insertInto('book_entries')
      .values(entryCodec.encode(entry))
      .onConflict(conflict => conflict.doNothing())
      .execute();
}

/** Documents issued within a time that have no entries yet. */
export async function documentsToBook(db: Db, { from, to }: Span, most: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('issued_at', '>=', from.getTime())
    .where('issued_at', '<', to.getTime())
    .where(eb => eb.not(eb.exists(eb.selectFrom('book_entries').select('n').whereRef('document_id', '=', 'documents.id'))))
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

export async function sumVat(db: Db, { from, to }: Span): Promise<BookVat[]> {
  const rows = await db
    .selectFrom('book_entries')
    .select(eb => [
      'currency',
      'country',
      'vat_milli',
      eb.fn.sum('net_minor').as('net'),
      eb.fn.sum('vat_minor').as('vat'),
      eb.fn.sum('gross_minor').as('gross'),
    ])
    .where('at', '>=', from.getTime())
    .where('at', '<', to.getTime())
    .where('is_elsewhere', '=', 0)
    .groupBy(['currency', 'country', 'vat_milli'])
    .orderBy('country')
    .orderBy('vat_milli', 'desc')
    .execute();
  return rows.map(({ currency, country, vat_milli, net, vat, gross }) => ({
    currency,
    country,
    percent: Number(vat_milli) / 1000,
    netMinor: Number(net),
    vatMinor: Number(vat),
    grossMinor: Number(gross),
  }));
}

export async function countEntries(db: Db, { from, to }: Span, currency: Currency): Promise<number> {
  const row = await db
    .selectFrom('book_entries')
    .select(eb => eb.fn.countAll().as('count'))
    .where('at', '>=', from.getTime())
    .where('at', '<', to.getTime())
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Some entries, the oldest first. */
export async function listEntries(db: Db, span: Span, { most, after }: { most: number; after: (Place & { n: number }) | null }) {
  let query = db
    .selectFrom('book_entries')
    .selectAll()
    .where('at', '>=', span.from.getTime())
    .where('at', '<', span.to.getTime());
  if (after) {
    const [at, { id, n }] = [after.at.getTime(), after];
    query = query
      .where('at', '>=', at)
      .where(eb => eb.or([eb('at', '>', at), eb('document_id', '>', id), eb.and([eb('document_id', '=', id), eb('n', '>', n)])]));
  }
  const rows = await query.orderBy('at').orderBy('document_id').orderBy('n').limit(most).execute();
  return rows.map(entryCodec.decode);
}

const AT_ONCE = 500;

/** All entries of a time, the oldest first, page by page. */
export async function* entriesIn(db: Db, span: Span): AsyncGenerator<readonly BookEntryRecord[]> {
  let after: { at: Date; id: string; n: number } | null = null;
  for (;;) {
    const page: BookEntryRecord[] = await listEntries(db, span, { most: AT_ONCE, after });
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = { at: last.at, id: last.documentId, n: last.n };
  }
}
