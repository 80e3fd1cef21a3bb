import type { Db } from '../store.ts';

/** How many plugs are in each state. */
export async function countPlugs(db: Db): Promise<Readonly<Record<string, number>>> {
  const rows = await db
    .selectFrom('plugs')
    .innerJoin('points', 'points.evse_id', 'plugs.evse_id')
    .select(eb => ['plugs.state', eb.fn.countAll().as('count')])
    .where('points.is_current', '=', 1)
    .groupBy('plugs.state')
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}
