import type { Hold } from '../../core/ports/ports.ts';
import { compiledOnce } from '../engine/compiledOnce.ts';
import type { Db } from '../engine/database.ts';
import { codecOf } from '../tables/codec.ts';
import { AUDIT_ENTRY, type AuditFacts } from '../tables/otherTables.ts';

export type { AuditFacts } from '../tables/otherTables.ts';

const codec = codecOf(AUDIT_ENTRY);

/** State of a dispute. It is 'open' until the driver's bank decides. */
export type DisputeState = NonNullable<Hold['dispute']>['state'];

/** Names of the audit entries that record the state of a payment's dispute. */
export const DISPUTE_NOTES: Readonly<Record<DisputeState, string>> = {
  open: 'disputed',
  won: 'dispute won',
  lost: 'dispute lost',
};
const STATES: ReadonlyMap<string, DisputeState> = new Map(
  Object.entries(DISPUTE_NOTES).map(([state, what]) => [what, state as DisputeState]),
);
/** Returns the dispute state that an audit entry records. Null: the entry is about something else. */
export const disputeStateOf = (what: string): DisputeState | null => STATES.get(what) ?? null;

const insert = compiledOnce((db, row: { at: number; subject_id: string; what: string; facts: string }) =>
  db.insertInto('audit').values(row),
);

/** Writes an audit entry about an order. It contains ids, states and amounts, never names of persons. */
export async function writeAudit(
  db: Db,
  { at, subjectId, what, facts = {} }: { at: Date; subjectId: string; what: string; facts?: AuditFacts },
): Promise<void> {
  await insert(db, { at: at.getTime(), subject_id: subjectId, what, facts: AUDIT_ENTRY.facts.encode(facts) });
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

/** Finds the newest audit entry of one kind about one subject. */
export async function latestAudit(db: Db, { subjectId, what }: { subjectId: string; what: string }): Promise<AuditFacts | null> {
  const query = db.selectFrom('audit').select('facts').where('subject_id', '=', subjectId).where('what', '=', what);
  const row = await query.orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row ? AUDIT_ENTRY.facts.decode(row.facts) : null;
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
  return rows.map(codec.decode).map(({ at, subjectId, facts }) => ({ at, subjectId, facts }));
}

/**
 * Finds the last dispute of a payment, with its amount in minor units.
 * @param states states to search for
 * @returns null if there was none
 */
export async function findDispute(
  db: Db,
  paymentId: string,
  states: readonly DisputeState[] = ['open', 'won', 'lost'],
): Promise<{ state: DisputeState; amountMinor: number | null } | null> {
  const notes = states.map(state => DISPUTE_NOTES[state]);
  const query = db.selectFrom('audit').select(['what', 'facts']).where('subject_id', '=', paymentId);
  const row = await query.where('what', 'in', notes).orderBy('id', 'desc').limit(1).executeTakeFirst();
  const state = row ? disputeStateOf(row.what) : null;
  if (!row || !state) return null;
  const { amountMinor } = AUDIT_ENTRY.facts.decode(row.facts);
  return { state, amountMinor: typeof amountMinor === 'number' ? amountMinor : null };
}
