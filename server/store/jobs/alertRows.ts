import { sql } from 'kysely';
import { compiledOnce } from '../engine/compiledOnce.ts';
import type { Db, Trx } from '../engine/database.ts';
import { codecOf } from '../tables/codec.ts';
import { AUDIT_ENTRY, type AuditFacts } from '../tables/otherTables.ts';

const codec = codecOf(AUDIT_ENTRY);

/** An alert for staff, stored as a row of the audit table. */
export interface Note {
  id: number;
  at: Date;
  subjectId: string;
  /** Time at which the alert was closed. An alert that needs no action is closed when it is raised. Null: open. */
  closedAt: Date | null;
  facts: AuditFacts;
}

const ATTENTION = 'attention';
/**
 * A literal instead of a parameter: the index of open alerts has this condition, and the database uses the index only if the
 * query has it, too.
 */
const IS_OPEN = sql<boolean>`what = 'attention' and closed_at is null`;

/**
 * Adds an alert.
 * @returns its id
 */
export async function addNote(db: Db, { at, subjectId, closedAt, facts }: Omit<Note, 'id'>): Promise<number> {
  const values = { at: at.getTime(), subject_id: subjectId, closed_at: closedAt?.getTime() ?? null };
  const { id } = await db
    .insertInto('audit')
    .values({ ...values, what: ATTENTION, facts: JSON.stringify(facts) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(id);
}

export async function findNote(db: Db, id: number): Promise<Note | null> {
  const row = await db.selectFrom('audit').selectAll().where('id', '=', id).where('what', '=', ATTENTION).executeTakeFirst();
  return row ? codec.decode(row) : null;
}

const notesOn = compiledOnce((db, { subjectId }: { subjectId: string }) =>
  db.selectFrom('audit').selectAll().where('subject_id', '=', subjectId).where('what', '=', ATTENTION).orderBy('id'),
);

/** Lists all alerts about one subject, oldest first. */
export const listNotesOn = async (db: Db, subjectId: string): Promise<readonly Note[]> =>
  (await notesOn(db, { subjectId })).rows.map(codec.decode);

/** Lists open alerts, oldest first. */
export async function listOpenNotes(db: Db): Promise<readonly Note[]> {
  return (await db.selectFrom('audit').selectAll().where(IS_OPEN).orderBy('id').execute()).map(codec.decode);
}

/** Lists open and closed alerts since a time, oldest first. */
export async function listNotes(db: Db, since: Date): Promise<readonly Note[]> {
  const query = db.selectFrom('audit').selectAll().where('what', '=', ATTENTION).where('at', '>=', since.getTime());
  return (await query.orderBy('id').execute()).map(codec.decode);
}

/**
 * Closes an alert.
 * @returns false if the alert was not open
 */
export async function closeNote(trx: Trx, { id, at }: { id: number; at: Date }): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('audit')
    .set({ closed_at: at.getTime() })
    .where('id', '=', id)
    .where(IS_OPEN)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Assigns an alert to a member of staff.
 * @returns false if the alert is not open
 */
export async function assignNote(trx: Trx, { id, by, at }: { id: number; by: string; at: Date }): Promise<boolean> {
  const note = await findNote(trx, id);
  if (note?.closedAt !== null) return false;
  const facts = JSON.stringify({ ...note.facts, assignedBy: by, assignedAt: at.getTime() });
  await trx.updateTable('audit').set({ facts }).where('id', '=', id).execute();
  return true;
}
