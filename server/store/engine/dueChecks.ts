import type { Db } from './database.ts';

/**
 * Claims a due row, so that only one of several processes handles it. A single statement: in serializable transactions,
 * PostgreSQL would roll back all processes but one, which would then retry.
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
