import type { Selectable, Updateable } from 'kysely';
import type { Db, Trx } from './store.ts';
import type { OrderState, OrdersTable } from './tables/tables.ts';

export type OrderRow = Selectable<OrdersTable>;

export async function findOrder(db: Db, id: string): Promise<OrderRow | null> {
  return (await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function findOrderByFormToken(db: Db, intent: string): Promise<OrderRow | null> {
  return (await db.selectFrom('orders').selectAll().where('intent', '=', intent).executeTakeFirst()) ?? null;
}

/** False when another request with the same form token was faster. */
export async function addOrder(trx: Trx, row: OrderRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('orders')
    .values(row)
    .onConflict(conflict => conflict.column('intent').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** A transition of an order; false when its row has changed since the caller read it. */
export async function transitionOrder(
  trx: Trx,
  order: Pick<OrderRow, 'id' | 'state'>,
  to: OrderState,
  changes: Updateable<OrdersTable> = {},
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('orders')
    .set({ ...changes, state: to })
    .where('id', '=', order.id)
    .where('state', '=', order.state)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
