import { sql } from 'kysely';
import type { BookVat } from '../../../shared/console/ledger.ts';
import type { Currency } from '../../../shared/model/money.ts';
import type { Db, Trx } from '../engine/database.ts';
import { codecOf } from '../tables/codec.ts';
import { BOOK_ENTRY, type BookEntryRecord } from '../tables/ledgerTables.ts';
import { isOf, type LedgerCursor, type Span } from './ledgerRows.ts';

const entryCodec = codecOf(BOOK_ENTRY);

export async function putEntries(trx: Trx, entries: readonly BookEntryRecord[]): Promise<void> {
  for (const entry of entries) {
    const row = entryCodec.encode(entry);
    await trx
      .insertInto('book_entries')
      .values(row)
      .onConflict(conflict => conflict.columns(['document_id', 'n']).doUpdateSet(row))
      .execute();
  }
}

/** Lists the ids of a period's documents that have no ledger entries, or only entries by an earlier version of the app. */
export async function documentsToBook(db: Db, { from, to }: Span, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('issued_at', '>=', from.getTime())
    .where('issued_at', '<', to.getTime())
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('book_entries')
            .select('n')
            .whereRef('document_id', '=', 'documents.id')
            .where('supplier', 'is not', null),
        ),
      ),
    )
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function sumVat(db: Db, span: Span): Promise<BookVat[]> {
  const rows = await db
    .selectFrom('book_entries')
    .select(eb => [
      'supplier',
      'currency',
      'country',
      'vat_milli',
      eb.fn.sum('net_minor').as('net'),
      eb.fn.sum('vat_minor').as('vat'),
      eb.fn.sum('gross_minor').as('gross'),
    ])
    .where('at', '>=', span.from.getTime())
    .where('at', '<', span.to.getTime())
    .where(isOf(span, 'supplier'))
    .where('is_invoiced_by_other', '=', 0)
    .groupBy(['supplier', 'currency', 'country', 'vat_milli'])
    .orderBy('supplier')
    .orderBy('country')
    .orderBy('vat_milli', 'desc')
    .execute();
  return rows.map(({ supplier, currency, country, vat_milli, net, vat, gross }) => ({
    supplier: supplier ?? '',
    currency,
    country,
    percent: Number(vat_milli) / 1000,
    netMinor: Number(net),
    vatMinor: Number(vat),
    grossMinor: Number(gross),
  }));
}

/** The fields that decide to which accounts a ledger entry is posted, with the number of entries that have equal fields. */
export type EntryGroup = Pick<BookEntryRecord, 'country' | 'home' | 'vatMilli' | 'isInvoicedByOther'> & {
  count: number;
  /** Number of entries whose document amount differs from the captured amount. */
  shortfalls: number;
};

export async function groupEntries(db: Db, span: Span, currency: Currency): Promise<EntryGroup[]> {
  const rows = await db
    .selectFrom('book_entries')
    .select(eb => ['country', 'home', 'vat_milli', 'is_invoiced_by_other', eb.fn.countAll().as('count')])
    .select(sql<number>`sum(case when shortfall_minor <> 0 then 1 else 0 end)`.as('shortfalls'))
    .where('at', '>=', span.from.getTime())
    .where('at', '<', span.to.getTime())
    .where(isOf(span, 'supplier'))
    .where('currency', '=', currency)
    .where('gross_minor', '!=', 0)
    .groupBy(['country', 'home', 'vat_milli', 'is_invoiced_by_other'])
    .execute();
  return rows.map(({ country, home, vat_milli: vatMilli, is_invoiced_by_other: isInvoicedByOther, count, shortfalls }) => ({
    ...{ country, home, vatMilli: Number(vatMilli), isInvoicedByOther: isInvoicedByOther === 1 },
    ...{ count: Number(count), shortfalls: Number(shortfalls) },
  }));
}

/** Lists one page of ledger entries, oldest first. */
export async function listEntries(
  db: Db,
  span: Span,
  { limit, after }: { limit: number; after: (LedgerCursor & { n: number }) | null },
) {
  let query = db
    .selectFrom('book_entries')
    .selectAll()
    .where('at', '>=', span.from.getTime())
    .where('at', '<', span.to.getTime())
    .where(isOf(span, 'supplier'));
  if (after) {
    const [at, { id, n }] = [after.at.getTime(), after];
    query = query
      .where('at', '>=', at)
      .where(eb => eb.or([eb('at', '>', at), eb('document_id', '>', id), eb.and([eb('document_id', '=', id), eb('n', '>', n)])]));
  }
  const rows = await query.orderBy('at').orderBy('document_id').orderBy('n').limit(limit).execute();
  return rows.map(entryCodec.decode);
}

const AT_ONCE = 500;

/** Iterates over all ledger entries of a period, oldest first, page by page. */
export async function* entriesIn(db: Db, span: Span): AsyncGenerator<readonly BookEntryRecord[]> {
  let after: { at: Date; id: string; n: number } | null = null;
  for (;;) {
    const page: BookEntryRecord[] = await listEntries(db, span, { limit: AT_ONCE, after });
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = { at: last.at, id: last.documentId, n: last.n };
  }
}
