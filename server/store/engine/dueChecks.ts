import type { Db } from './database.ts';

/**
 * Of several processes that find a row due at the same time, one gets it. A statement of its own, and not a serializable
 * transaction, of which PostgreSQL would undo one for each that comes second.
 */
export async function claimCheck(
  db: Db,
  table: 'payments' | 'sessions',
  { id, due, at }: { id: string; due: Date | null; at: Date | null },
): Promise<boolean> {
  if (due === null) return false;
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ look_at: at?.getTime() ?? null })
    .where('id', '=', id)
    .where('look_at', '=', due.getTime())
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
