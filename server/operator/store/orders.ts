import type { Selectable, Updateable } from 'kysely';
import type { Db, Trx } from './store.ts';
import type { OrderState, OrdersTable } from './tables.ts';

export type OrderRow = Selectable<OrdersTable>;

export async function findOrder(db: Db, id: string): Promise<OrderRow | null> {
  return (await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function findOrderByIntent(db: Db, intent: string): Promise<OrderRow | null> {
  return (await db.selectFrom('orders').selectAll().where('intent', '=', intent).executeTakeFirst()) ?? null;
}

/** False when another request with the same intent was faster. */
export async function addOrder(trx: Trx, row: OrderRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('orders')
    .values(row)
    .onConflict(conflict => conflict.column('intent').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Moves an order on; false when it is no longer where the caller saw it. */
export async function moveOrder(
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

/** Who starts for free: known by e-mail address, or else by a fingerprint. */
export interface FreeStarter {
  by: 'email' | 'visitor';
  value: string;
}

/** How often somebody has started for free since `since`, for the limits of free charging. */
export async function countFreeStarts(db: Db, { by, value, since }: FreeStarter & { since: Date }): Promise<number> {
  const row = await db
    .selectFrom('orders')
    .select(eb => eb.fn.countAll().as('count'))
    .where(by, '=', value)
    .where('limit_minor', 'is', null)
    .where('created_at', '>=', since.getTime())
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function hasOpenFreeSession(db: Db, { by, value }: FreeStarter): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('sessions', 'sessions.order_id', 'orders.id')
    .select('orders.id')
    .where(`orders.${by}`, '=', value)
    .where('orders.limit_minor', 'is', null)
    .where('sessions.state', 'not in', ['completed', 'cancelled'])
    .executeTakeFirst();
  return row !== undefined;
}
