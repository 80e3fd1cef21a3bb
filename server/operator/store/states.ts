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
