import type { Db, Trx } from './store.ts';
import { codecOf } from './tables/codec.ts';
import { ORDER, type OrderRecord, type OrderState } from './tables/tables.ts';

export type { OrderRecord } from './tables/tables.ts';

const codec = codecOf(ORDER);

export async function findOrder(db: Db, id: string): Promise<OrderRecord | null> {
  const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? codec.decode(row) : null;
}

export async function findOrderByFormToken(db: Db, formToken: string): Promise<OrderRecord | null> {
  const row = await db.selectFrom('orders').selectAll().where('intent', '=', formToken).executeTakeFirst();
  return row ? codec.decode(row) : null;
}

/** False when another request with the same form token was faster. */
export async function addOrder(trx: Trx, order: OrderRecord): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('orders')
    .values(codec.encode(order))
    .onConflict(conflict => conflict.column('intent').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** A transition of an order; answers it as it is then. Null when its row has changed since the caller read it. */
export async function transitionOrder(
  trx: Trx,
  order: Pick<OrderRecord, 'id' | 'state'>,
  to: OrderState,
  changes: Partial<OrderRecord> = {},
): Promise<OrderRecord | null> {
  const row = await trx
    .updateTable('orders')
    .set(codec.encodePart({ ...changes, state: to }))
    .where('id', '=', order.id)
    .where('state', '=', order.state)
    .returningAll()
    .executeTakeFirst();
  return row ? codec.decode(row) : null;
}
