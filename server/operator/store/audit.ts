import type { Db } from './store.ts';

export type AuditFacts = Readonly<Record<string, string | number | boolean | null>>;

/** What an order went through: ids, states and amounts, never a name. */
export async function writeAudit(
  db: Db,
  { at, subjectId, what, facts = {} }: { at: Date; subjectId: string; what: string; facts?: AuditFacts },
): Promise<void> {
  await db
    .insertInto('audit')
    .values({ at: at.getTime(), subject_id: subjectId, what, facts: JSON.stringify(facts) })
    .execute();
}

export async function countAudit(db: Db, { subjectId, what }: { subjectId: string; what: string }): Promise<number> {
  const row = await db
    .selectFrom('audit')
    .select(eb => eb.fn.countAll().as('count'))
    .where('subject_id', '=', subjectId)
    .where('what', '=', what)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The newest note of one kind about one subject. */
export async function latestAudit(db: Db, { subjectId, what }: { subjectId: string; what: string }): Promise<AuditFacts | null> {
  const query = db.selectFrom('audit').select('facts').where('subject_id', '=', subjectId).where('what', '=', what);
  const row = await query.orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row ? (JSON.parse(row.facts) as AuditFacts) : null;
}

export async function listAudit(
  db: Db,
  { what, since }: { what: string; since: Date },
): Promise<readonly { at: Date; subjectId: string; facts: AuditFacts }[]> {
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where('what', '=', what)
    .where('at', '>=', since.getTime())
    .orderBy('at')
    .execute();
  return rows.map(({ at, subject_id, facts }) => ({
    at: new Date(at),
    subjectId: subject_id,
    facts: JSON.parse(facts) as AuditFacts,
  }));
}
