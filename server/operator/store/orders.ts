import { sql } from 'kysely';
import type { Tariff } from '../../../shared/tariff.ts';
import type { ClientRecord, PointRecord } from '../records.ts';
import { compactId } from './catalogue.ts';
import type { Db, Trx } from './store.ts';
import { CLIENT, POINT, TARIFF } from './tables/catalogueTables.ts';
import { codecOf, partOf } from './tables/codec.ts';
import {
  ORDER,
  type OrderRecord,
  type OrderState,
  PAYMENT,
  type PaymentRecord,
  SESSION,
  type SessionRecord,
} from './tables/tables.ts';

export type { OrderRecord } from './tables/tables.ts';

const codec = codecOf(ORDER);

export async function findOrder(db: Db, id: string): Promise<OrderRecord | null> {
  const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? codec.decode(row) : null;
}

/** An order with its session, and a payment of it. */
export interface WholeOrder {
  order: OrderRecord;
  session: SessionRecord;
  /** Null for free charging. */
  payment: PaymentRecord | null;
}

const parts = {
  order: partOf('orders', ORDER),
  session: partOf('sessions', SESSION),
  payment: partOf('payments', PAYMENT),
};

/** An order with the payment that counts. */
export async function findWholeOrder(db: Db, id: string): Promise<WholeOrder | null> {
  const { rows } = await sql<Row>`select ${WHOLE} from orders
    join sessions on sessions.order_id = orders.id
    left join payments on payments.id = orders.payment_id
    where orders.id = ${id}`.execute(db);
  return wholeOf(rows[0]);
}

/** A payment with its order, which may have another one by now. */
export async function findOrderOfPayment(db: Db, paymentId: string): Promise<(WholeOrder & { payment: PaymentRecord }) | null> {
  const { rows } = await sql<Row>`select ${WHOLE} from payments
    join orders on orders.id = payments.order_id
    join sessions on sessions.order_id = orders.id
    where payments.id = ${paymentId}`.execute(db);
  const whole = wholeOf(rows[0]);
  return whole?.payment ? { ...whole, payment: whole.payment } : null;
}

type Row = Readonly<Record<string, unknown>>;
const WHOLE = sql.raw(
  Object.values(parts)
    .map(({ columns }) => columns)
    .join(', '),
);

function wholeOf(row: Row | undefined): WholeOrder | null {
  const order = row ? parts.order.decode(row) : null;
  const session = row ? parts.session.decode(row) : null;
  return row && order && session ? { order, session, payment: parts.payment.decode(row) } : null;
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
