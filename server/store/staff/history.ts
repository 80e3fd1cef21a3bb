import type { Db } from '../engine/database.ts';
import { codecOf } from '../tables/codec.ts';
import { AUDIT_ENTRY, type AuditFacts } from '../tables/otherTables.ts';
import { OUTBOX, type OutboxRecord } from '../tables/tables.ts';

const audit = codecOf(AUDIT_ENTRY);
const outbox = codecOf(OUTBOX);

export interface Happened {
  at: Date;
  what: string;
  facts: AuditFacts;
}

/** Lists all audit entries of these subjects, such as a session with its order, payment and refunds. */
export async function listHistory(db: Db, subjectIds: readonly string[]): Promise<Happened[]> {
  const rows = await db.selectFrom('audit').selectAll().where('subject_id', 'in', subjectIds).orderBy('id').execute();
  return rows.map(row => ({ ...audit.decode(row), what: row.what }));
}

/** Lists the jobs of these subjects, done or not. */
export async function listJobs(
  db: Db,
  kinds: readonly OutboxRecord['kind'][],
  subjectIds: readonly string[],
): Promise<OutboxRecord[]> {
  const query = db.selectFrom('outbox').selectAll().where('kind', 'in', kinds).where('subject_id', 'in', subjectIds);
  return (await query.execute()).map(outbox.decode);
}
