import type { Db } from './database.ts';

/**
 * Claims a due row, so that only one process handles it. Uses a single statement, because PostgreSQL rolls back concurrent
 * serializable transactions on the same row.
 * @param check.due the due time that the caller has read; null: the row is never due
 * @param check.at the next due time
 * @returns true if this process has claimed the row
 */
export async function claimCheck(
  db: Db,
  table: 'payments' | 'sessions',
  { id, due, at }: { id: string; due: Date | null; at: Date | null },
): Promise<boolean> {
  if (due === null) return false;
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ next_check_at: at?.getTime() ?? null })
    .where('id', '=', id)
    .where('next_check_at', '=', due.getTime())
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
