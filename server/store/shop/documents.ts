import { compiledOnce } from '../engine/compiledOnce.ts';
import type { Db, Trx } from '../engine/database.ts';
import { codecOf, type RowOf } from '../tables/codec.ts';
import { DOCUMENT, type DocumentRecord } from '../tables/ledgerTables.ts';
import { emitDocument } from './documentEvents.ts';

export type { DocumentRecord } from '../tables/ledgerTables.ts';

const codec = codecOf(DOCUMENT);

const raise = compiledOnce((db, { series }: { series: string }) =>
  db
    .insertInto('counters')
    .values({ name: series, value: 1 })
    .onConflict(conflict => conflict.column('name').doUpdateSet(eb => ({ value: eb('counters.value', '+', 1) })))
    .returning('value'),
);

/** Allocates the next number of a document series. The numbers have no gaps, because the same transaction writes the document. */
export async function allocateNumber(trx: Trx, series: string): Promise<number> {
  const [row] = (await raise(trx, { series })).rows;
  if (!row) throw new Error('Document series without a number');
  return Number(row.value);
}

/**
 * Raises a counter to `atLeast`. A counter that is already higher stays.
 * @returns the value of the counter
 */
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

const insert = compiledOnce((db, { sequence: _, ...row }: RowOf<typeof DOCUMENT>) =>
  db
    .insertInto('documents')
    .values(eb => ({
      ...row,
      sequence: eb
        .selectFrom('documents')
        .select(count => count(count.fn.countAll<number>(), '+', 1).as('sequence'))
        .where('session_id', '=', row.session_id),
    }))
    .onConflict(conflict => conflict.column('number').doNothing())
    .returning('sequence'),
);

/**
 * Adds a document as the last one of its session.
 * @returns null if another document has the same number
 */
export async function addDocument(trx: Trx, document: Omit<DocumentRecord, 'sequence'>): Promise<DocumentRecord | null> {
  const [row] = (await insert(trx, codec.encode({ ...document, sequence: 0 }))).rows;
  if (!row) return null;
  await emitDocument(trx, document);
  return { ...document, sequence: row.sequence };
}

export type IssuedDocument = DocumentRecord & { isDrawn: boolean };

const issued = (document: DocumentRecord): IssuedDocument => ({ ...document, isDrawn: document.sha256 !== null });

const COLUMNS = [
  ...(['id', 'session_id', 'kind', 'number', 'issued_at', 'json', 'sha256', 'sequence'] as const),
  ...(['replaces_id', 'cancels_id'] as const),
];

export async function findDocument(db: Db, id: string): Promise<IssuedDocument | null> {
  const row = await db.selectFrom('documents').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row ? issued(codec.decode(row)) : null;
}

/** Lists all documents of a session, in the order of issue. */
export async function listDocuments(db: Db, sessionId: string): Promise<IssuedDocument[]> {
  const query = db.selectFrom('documents').select(COLUMNS).where('session_id', '=', sessionId);
  return (await query.orderBy('sequence').execute()).map(row => issued(codec.decode(row)));
}

/** Lists the ids of all documents, page by page, in the order of the ids. */
export async function listDocumentIds(db: Db, { after, limit }: { after: string; limit: number }): Promise<string[]> {
  const query = db.selectFrom('documents').select('id').where('id', '>', after);
  return (await query.orderBy('id').limit(limit).execute()).map(({ id }) => id);
}

/** Lists documents issued up to a time, page by page, in the order of issue. */
export async function listIssued(
  db: Db,
  { after, until, limit }: { after: { at: number; id: string }; until: Date; limit: number },
): Promise<{ id: string; sessionId: string; at: number }[]> {
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'session_id', 'issued_at'])
    .where(eb => eb(eb.refTuple('issued_at', 'id'), '>', eb.tuple(after.at, after.id)))
    .where('issued_at', '<', until.getTime())
    .orderBy('issued_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, session_id: sessionId, issued_at: at }) => ({ id, sessionId, at: Number(at) }));
}

/** Finds the valid document of a session: the newest one that is not a credit note. */
export async function findDocumentOf(db: Db, sessionId: string): Promise<IssuedDocument | null> {
  return (await listDocuments(db, sessionId)).findLast(({ kind }) => kind !== 'credit-note') ?? null;
}

/** Records the hash of a document's PDF file after the file was stored. An existing hash stays. */
export async function noteDrawn(db: Db, { id, sha256 }: { id: string; sha256: string }): Promise<void> {
  await db.updateTable('documents').set({ sha256 }).where('id', '=', id).where('sha256', 'is', null).execute();
}
