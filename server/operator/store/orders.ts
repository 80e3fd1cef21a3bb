import { sql } from 'kysely';
import type { Tariff } from '../../../shared/tariff.ts';
import type { ClientRecord, PointRecord } from '../records.ts';
import { clientAt, findPoint } from './catalogue.ts';
import type { Db, Trx } from './store.ts';
import { POINT, TARIFF } from './tables/catalogueTables.ts';
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
export async function findWholeOrder(db: Db, whose: { orderId: string } | { sessionId: string }): Promise<WholeOrder | null> {
  const is = 'orderId' in whose ? sql`orders.id = ${whose.orderId}` : sql`sessions.id = ${whose.sessionId}`;
  const { rows } = await sql<Row>`select ${WHOLE} from orders
    join sessions on sessions.order_id = orders.id
    left join payments on payments.id = orders.payment_id
    where ${is}`.execute(db);
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

/** A session with its order, the payment that counts, and what it was sold by: its tariff as it was then, the rest as it is now. */
export interface Sold extends WholeOrder {
  client: ClientRecord;
  point: PointRecord;
  tariff: Tariff;
  /** The instant of its latest reading. */
  heardAt: Date | null;
}

/**
 * A session with what it was sold by, also where that is sold no more. One statement: every price begins with it. Null: there is
 * no such session.
 */
export async function findSold(db: Db, whose: { sessionId: string } | { authorizationReference: string }): Promise<Sold | null> {
  const is =
    'sessionId' in whose ? sql`sessions.id = ${whose.sessionId}` : sql`sessions.start_id = ${whose.authorizationReference}`;
  const { rows } = await sql<
    Row & { client_version: string; point_json: string | null; tariff_json: string; heard_at: number | null }
  >`select ${WHOLE}, clients.version as client_version, points.json as point_json, tariffs.json as tariff_json,
      (select max(at) from meter_values where session_id = sessions.id) as heard_at
    from sessions
    join orders on orders.id = sessions.order_id
    join clients on clients.id = sessions.client_id
    left join points on points.evse_id = sessions.evse_id
    join tariffs on tariffs.id = orders.tariff_id and tariffs.version = orders.tariff_version
    left join payments on payments.id = orders.payment_id
    where ${is}`.execute(db);
  const [row] = rows;
  const whole = wholeOf(row);
  if (!row || !whole) return null;
  // An EVSE ID may be written otherwise by now.
  const { evseId } = whole.session;
  const point = row.point_json === null ? await findPoint(db, evseId, { hasGone: true }) : POINT.point.decode(row.point_json);
  if (!point) throw new Error('A session has lost its point');
  return {
    ...whole,
    client: await clientAt(db, { id: whole.session.clientId, version: row.client_version }),
    point,
    tariff: TARIFF.tariff.decode(row.tariff_json),
    heardAt: row.heard_at === null ? null : new Date(Number(row.heard_at)),
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
