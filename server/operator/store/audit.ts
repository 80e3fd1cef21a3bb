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
