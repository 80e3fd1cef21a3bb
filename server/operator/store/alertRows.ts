import { type Selectable, sql } from 'kysely';
import type { AuditFacts } from './audit.ts';
import type { Db, Trx } from './store.ts';
import type { AuditTable } from './tables/smallTables.ts';

/** An alert as the audit keeps it. */
export interface Note {
  id: number;
  at: Date;
  subjectId: string;
  /** When it was ticked off; for an alert that needs no action, when it was raised. Null: it is open. */
  closedAt: Date | null;
  facts: AuditFacts;
}

const ATTENTION = 'attention';
/** Literal, because the index of open alerts has this condition. */
const IS_OPEN = sql<boolean>`what = 'attention' and closed_at is null`;

export async function addNote(db: Db, { at, subjectId, closedAt, facts }: Omit<Note, 'id'>): Promise<void> {
  const values = { at: at.getTime(), subject_id: subjectId, closed_at: closedAt?.getTime() ?? null };
  await db
    .insertInto('audit')
    .values({ ...values, what: ATTENTION, facts: JSON.stringify(facts) })
    .execute();
}

export async function findNote(db: Db, id: number): Promise<Note | null> {
  const row = await db.selectFrom('audit').selectAll().where('id', '=', id).where('what', '=', ATTENTION).executeTakeFirst();
  return row ? noteOf(row) : null;
}

/** Everything about one subject, the oldest first. */
export async function listNotesOn(db: Db, subjectId: string): Promise<readonly Note[]> {
  const query = db.selectFrom('audit').selectAll().where('subject_id', '=', subjectId).where('what', '=', ATTENTION);
  return (await query.orderBy('id').execute()).map(noteOf);
}

/** Open alerts, the oldest first. */
export async function listOpenNotes(db: Db): Promise<readonly Note[]> {
  return (await db.selectFrom('audit').selectAll().where(IS_OPEN).orderBy('id').execute()).map(noteOf);
}

/** Alerts since then, open or closed, the oldest first. */
export async function listNotes(db: Db, since: Date): Promise<readonly Note[]> {
  const query = db.selectFrom('audit').selectAll().where('what', '=', ATTENTION).where('at', '>=', since.getTime());
  return (await query.orderBy('id').execute()).map(noteOf);
}

/** False when it was not open. */
export async function closeNote(trx: Trx, { id, at }: { id: number; at: Date }): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('audit')
    .set({ closed_at: at.getTime() })
    .where('id', '=', id)
    .where(IS_OPEN)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const noteOf = ({ id, at, subject_id, closed_at, facts }: Selectable<AuditTable>): Note => ({
  id,
  at: new Date(at),
  subjectId: subject_id,
  closedAt: closed_at === null ? null : new Date(closed_at),
  facts: JSON.parse(facts) as AuditFacts,
});
