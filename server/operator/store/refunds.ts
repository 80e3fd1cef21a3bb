import type { Selectable, Updateable } from 'kysely';
import type { Db, Trx } from './store.ts';
import type { RefundsTable } from './tables.ts';

export type RefundRow = Selectable<RefundsTable>;

export async function findRefund(db: Db, id: string): Promise<RefundRow | null> {
  return (await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** In the order they were asked for. */
export function listRefunds(db: Db, paymentId: string): Promise<RefundRow[]> {
  return db.selectFrom('refunds').selectAll().where('payment_id', '=', paymentId).orderBy('n').execute();
}

export async function addRefund(trx: Trx, row: RefundRow): Promise<void> {
  await trx.insertInto('refunds').values(row).execute();
}

/** Changes a refund that is still asked for under the key the caller saw. False: somebody else was faster. */
export async function moveRefund(trx: Trx, { id, n }: RefundRow, changes: Updateable<RefundsTable>): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('refunds')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .where('n', '=', n)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
