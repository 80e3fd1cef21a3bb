import { sql } from 'kysely';
import type { Db } from './store.ts';

/** How many rows are in each state. */
export async function countStates(db: Db, table: 'sessions' | 'payments'): Promise<Readonly<Record<string, number>>> {
  const rows = await db
    .selectFrom(table)
    .select(eb => ['state', eb.fn.countAll().as('count')])
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}

/** When the oldest payment was made whose hold is neither taken nor given back; null: there is none. */
export async function oldestUnsettled(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('payments')
    .select(eb => eb.fn.min('created_at').as('at'))
    // In these words, because its index has them.
    .where(sql<boolean>`state in ('authorised', 'capturing', 'releasing')`)
    .executeTakeFirst();
  return row?.at == null ? null : new Date(Number(row.at));
}
