import type { Db, Trx } from './store.ts';
import { DOCUMENT, type DocumentRecord } from './tables/bookTables.ts';
import { codecOf } from './tables/codec.ts';

export type { DocumentRecord } from './tables/bookTables.ts';

const { pdf: _, ...WITHOUT_FILE } = DOCUMENT;
const codec = codecOf(DOCUMENT);
const issuedCodec = codecOf(WITHOUT_FILE);

/**
 * The next number of a series, without gaps: it is taken in the transaction that writes the document, so a number exists
 * exactly when its document does.
 */
export async function takeNumber(trx: Trx, series: string): Promise<number> {
  await trx
    .insertInto('counters')
    .values({ name: series, value: 0 })
    .onConflict(conflict => conflict.doNothing())
    .execute();
  const { value } = await trx
    .updateTable('counters')
    .set(eb => ({ value: eb('value', '+', 1) }))
    .where('name', '=', series)
    .returning('value')
    .executeTakeFirstOrThrow();
  return Number(value);
}

/** A counter that is below is raised; answers where it stands. */
export async function raiseCounter(trx: Trx, { series, atLeast }: { series: string; atLeast: number }): Promise<number> {
  const known = await trx.selectFrom('counters').select('value').where('name', '=', series).executeTakeFirst();
  const value = Math.max(atLeast, Number(known?.value ?? 0));
  await trx
    .insertInto('counters')
    .values({ name: series, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute();
  return value;
}

export async function isNumberIssued(trx: Trx, number: string): Promise<boolean> {
  return (await trx.selectFrom('documents').select('id').where('number', '=', number).executeTakeFirst()) !== undefined;
}

export async function addDocument(trx: Trx, document: DocumentRecord): Promise<void> {
  await trx.insertInto('documents').values(codec.encode(document)).execute();
}

export async function findDocument(db: Db, id: string): Promise<DocumentRecord | null> {
  const row = await db.selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? codec.decode(row) : null;
}

/** A document without its file, which is larger than all the rest. */
export type IssuedDocument = Omit<DocumentRecord, 'pdf'> & { isDrawn: boolean };

/** Everything issued for a session, in the order of issue. */
export async function listDocuments(db: Db, sessionId: string): Promise<IssuedDocument[]> {
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'session_id', 'kind', 'number', 'issued_at', 'json', 'sha256', 'sequence', 'replaces_id', 'cancels_id'])
    .select(eb => eb('pdf', 'is not', null).as('is_drawn'))
    .where('session_id', '=', sessionId)
    .orderBy('sequence')
    .execute();
  return rows.map(({ is_drawn, ...row }) => ({ ...issuedCodec.decode(row), isDrawn: Boolean(is_drawn) }));
}

/** The drawn file, base64; null until it has been drawn. */
export async function findPdf(db: Db, id: string): Promise<string | null> {
  return (await db.selectFrom('documents').select('pdf').where('id', '=', id).executeTakeFirst())?.pdf ?? null;
}

/** The document that counts: the newest that is no credit note. */
export async function findDocumentOf(db: Db, sessionId: string): Promise<IssuedDocument | null> {
  return (await listDocuments(db, sessionId)).findLast(({ kind }) => kind !== 'credit-note') ?? null;
}

/** Keeps the drawn bytes; the first ones stay for ever. */
export async function keepPdf(db: Db, { id, pdf, sha256 }: { id: string; pdf: string; sha256: string }): Promise<void> {
  await db.updateTable('documents').set({ pdf, sha256 }).where('id', '=', id).where('pdf', 'is', null).execute();
}
