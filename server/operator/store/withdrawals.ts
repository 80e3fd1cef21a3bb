import type { Selectable } from 'kysely';
import type { Db, Trx } from './store.ts';
import type { WithdrawalsTable } from './tables/tables.ts';

export type WithdrawalRow = Selectable<WithdrawalsTable>;

export async function findWithdrawal(db: Db, sessionId: string): Promise<WithdrawalRow | null> {
  return (await db.selectFrom('withdrawals').selectAll().where('session_id', '=', sessionId).executeTakeFirst()) ?? null;
}

/** False when this session's declaration is there already: the first one counts. */
export async function addWithdrawal(trx: Trx, row: WithdrawalRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('withdrawals')
    // PostgreSQL keeps no zero character in a text, and a declaration must not fail over one.
    .values({ ...row, name: row.name.replaceAll('\0', '') })
    .onConflict(conflict => conflict.column('session_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
