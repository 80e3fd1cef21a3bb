import { sql } from 'kysely';
import type { SessionState } from '../../../shared/charging/session.ts';
import type { Db } from '../engine/database.ts';
import type { OutboxKind, PaymentState } from '../tables/tables.ts';

/** States that are not final. Rows in final states are not counted, because their number grows without limit. */
const OPEN = {
  sessions: ['draft', 'starting', 'running', 'paused', 'stopping', 'cancelling'],
  payments: ['created', 'pending', 'authorised', 'capturing', 'releasing'],
} as const satisfies { sessions: readonly SessionState[]; payments: readonly PaymentState[] };

/** Counts the rows in each state that is not final. A state without rows is missing from the result. */
export async function countOpen(db: Db, table: keyof typeof OPEN): Promise<Readonly<Record<string, number>>> {
  const rows = await db
    .selectFrom(table)
    .select(eb => ['state', eb.fn.countAll().as('count')])
    .where('state', 'in', OPEN[table])
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}

/**
 * Returns the creation time of the oldest payment with a hold that is neither captured nor released. Null: no such payment
 * exists.
 */
export async function oldestUnsettled(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('payments')
    .select(eb => eb.fn.min('created_at').as('at'))
    // A literal instead of a parameter: the database uses the index only if the query repeats its condition.
    .where(sql<boolean>`state in ('authorised', 'capturing', 'releasing')`)
    .executeTakeFirst();
  return row?.at == null ? null : new Date(Number(row.at));
}

interface Depth {
  depth: number;
  /** Original due time of the oldest open job, before any retry. Null: no job is open. */
  oldestAt: Date | null;
  /** Original due time of the oldest open job of each kind. */
  oldestOf: Readonly<Partial<Record<OutboxKind, Date>>>;
}

/** Counts the open jobs of the outbox, and finds the original due times of the oldest ones. */
export async function outboxDepth(db: Db): Promise<Depth> {
  const rows = await db
    .selectFrom('outbox')
    .select(eb => ['kind', eb.fn.countAll().as('count')])
    .select(eb => eb.fn.min('first_due_at').as('at'))
    .where('done_at', 'is', null)
    .groupBy('kind')
    .execute();
  const times = rows.map(({ at }) => Number(at));
  return {
    depth: rows.reduce((sum, { count }) => sum + Number(count), 0),
    oldestAt: times.length === 0 ? null : new Date(Math.min(...times)),
    oldestOf: Object.fromEntries(rows.map(({ kind, at }) => [kind, new Date(Number(at))])),
  };
}
