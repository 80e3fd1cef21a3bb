import { compiledOnce } from '../engine/compiledOnce.ts';
import type { Db, Trx } from '../engine/database.ts';
import { codecOf } from '../tables/codec.ts';
import { WITHDRAWAL, type WithdrawalRecord } from '../tables/otherTables.ts';

export type { WithdrawalRecord } from '../tables/otherTables.ts';

const codec = codecOf(WITHDRAWAL);

const of = compiledOnce((db, { sessionId }: { sessionId: string }) =>
  db.selectFrom('withdrawals').selectAll().where('session_id', '=', sessionId),
);

export async function findWithdrawal(db: Db, sessionId: string): Promise<WithdrawalRecord | null> {
  const [row] = (await of(db, { sessionId })).rows;
  return row ? codec.decode(row) : null;
}

/**
 * Adds a declaration of withdrawal, if the session has none yet.
 * @returns false if the session already has one
 */
export async function addWithdrawal(trx: Trx, withdrawal: WithdrawalRecord): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('withdrawals')
    // Removes NUL characters, which PostgreSQL rejects in texts. A declaration must not fail because of them.
    .values(codec.encode({ ...withdrawal, name: withdrawal.name.replaceAll('\0', '') }))
    .onConflict(conflict => conflict.column('session_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
