import type { Tariff } from '../../../shared/tariff.ts';
import type { ClientRecord, PointRecord } from '../records.ts';
import { compactId } from './catalogue.ts';
import type { Db, Trx } from './store.ts';
import { CLIENT, POINT, TARIFF } from './tables/catalogueTables.ts';
import { codecOf } from './tables/codec.ts';
import { ORDER, type OrderRecord, type OrderState } from './tables/tables.ts';

export type { OrderRecord } from './tables/tables.ts';

const codec = codecOf(ORDER);

export async function findOrder(db: Db, id: string): Promise<OrderRecord | null> {
  const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? codec.decode(row) : null;
}

/** What an order was sold by: its tariff as it was then, client and point as they are now. */
export interface Sold {
  order: OrderRecord;
  client: ClientRecord;
  point: PointRecord;
  tariff: Tariff;
}

/** An order with what it was sold by, also where that is sold no more. One statement: every price begins with it. */
export async function findSold(
  db: Db,
  { orderId, clientId, evseId }: { orderId: string; clientId: string; evseId: string },
): Promise<Sold | null> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('clients', join => join.on('clients.id', '=', clientId))
    .innerJoin('points', join => join.on('points.compact', '=', compactId(evseId)))
    .innerJoin('tariffs', join =>
      join.onRef('tariffs.id', '=', 'orders.tariff_id').onRef('tariffs.version', '=', 'orders.tariff_version'),
    )
    .selectAll('orders')
    .select(['clients.json as client_json', 'points.json as point_json', 'tariffs.json as tariff_json'])
    .where('orders.id', '=', orderId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    order: codec.decode(row),
    client: CLIENT.client.decode(row.client_json),
    point: POINT.point.decode(row.point_json),
    tariff: TARIFF.tariff.decode(row.tariff_json),
  };
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
