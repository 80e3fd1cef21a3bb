import { sql } from 'kysely';
import type { Tariff } from '../../../shared/model/tariff.ts';
import type { ClientRecord, PointRecord } from '../../core/records/records.ts';
import { compiledOnce } from '../engine/compiledOnce.ts';
import type { Db, Trx } from '../engine/database.ts';
import { POINT, TARIFF } from '../tables/catalogueTables.ts';
import { codecOf, partOf, type RowOf } from '../tables/codec.ts';
import {
  ORDER,
  type OrderRecord,
  type OrderState,
  PAYMENT,
  type PaymentRecord,
  SESSION,
  type SessionRecord,
} from '../tables/tables.ts';
import { clientAt, findPoint } from './catalogue.ts';

export type { OrderRecord } from '../tables/tables.ts';

const codec = codecOf(ORDER);

const byId = compiledOnce((db, { id }: { id: string }) => db.selectFrom('orders').selectAll().where('id', '=', id));

export async function findOrder(db: Db, id: string): Promise<OrderRecord | null> {
  const [row] = (await byId(db, { id })).rows;
  return row ? codec.decode(row) : null;
}

/** An order with its session and one of its payments. */
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

/** Finds an order with its session and current payment. */
export async function findWholeOrder(db: Db, whose: { orderId: string } | { sessionId: string }): Promise<WholeOrder | null> {
  return wholeOf((await whole(db, whose)).rows[0]);
}

/** Finds a payment with its order and session. It may be an earlier payment of the order. */
export async function findOrderOfPayment(db: Db, paymentId: string): Promise<(WholeOrder & { payment: PaymentRecord }) | null> {
  const found = wholeOf((await wholeOfPayment(db, { paymentId })).rows[0]);
  return found?.payment ? { ...found, payment: found.payment } : null;
}

type Row = Readonly<Record<string, unknown>>;
const WHOLE = sql.raw(
  Object.values(parts)
    .map(({ columns }) => columns)
    .join(', '),
);

const whole = compiledOnce((_db, whose: { orderId: string } | { sessionId: string }) => {
  const is = 'orderId' in whose ? sql`orders.id = ${whose.orderId}` : sql`sessions.id = ${whose.sessionId}`;
  return sql<Row>`select ${WHOLE} from orders
    join sessions on sessions.order_id = orders.id
    left join payments on payments.id = orders.payment_id
    where ${is}`;
});

const wholeOfPayment = compiledOnce(
  (_db, { paymentId }: { paymentId: string }) => sql<Row>`select ${WHOLE} from payments
    join orders on orders.id = payments.order_id
    join sessions on sessions.order_id = orders.id
    where payments.id = ${paymentId}`,
);

function wholeOf(row: Row | undefined): WholeOrder | null {
  const order = row ? parts.order.decode(row) : null;
  const session = row ? parts.session.decode(row) : null;
  return row && order && session ? { order, session, payment: parts.payment.decode(row) } : null;
}

/**
 * A session with its order and current payment, and with everything that its price depends on. The tariff is the ordered
 * version; brand and point are as they are now.
 */
export interface Sold extends WholeOrder {
  client: ClientRecord;
  point: PointRecord;
  tariff: Tariff;
  /** Time of the latest meter reading. Null: no meter reading has arrived. */
  lastReadingAt: Date | null;
}

type SoldRow = Row & { client_version: string; point_json: string | null; tariff_json: string; last_reading_at: number | null };

const sold = compiledOnce((_db, whose: { sessionId: string } | { authorizationReference: string }) => {
  const is =
    'sessionId' in whose ? sql`sessions.id = ${whose.sessionId}` : sql`sessions.start_id = ${whose.authorizationReference}`;
  return sql<SoldRow>`select ${WHOLE}, clients.version as client_version, points.json as point_json, tariffs.json as tariff_json,
      (select max(at) from meter_values where session_id = sessions.id) as last_reading_at
    from sessions
    join orders on orders.id = sessions.order_id
    join clients on clients.id = sessions.client_id
    left join points on points.evse_id = sessions.evse_id
    join tariffs on tariffs.id = orders.tariff_id and tariffs.version = orders.tariff_version
    left join payments on payments.id = orders.payment_id
    where ${is}`;
});

/**
 * Finds a session with everything that its price depends on, even if its point is no longer offered. Uses one statement, because
 * every price calculation calls it.
 * @returns null if there is no such session
 */
export async function findSold(db: Db, whose: { sessionId: string } | { authorizationReference: string }): Promise<Sold | null> {
  const [row] = (await sold(db, whose)).rows;
  const found = wholeOf(row);
  if (!row || !found) return null;
  // The join finds no point if the spelling of its EVSE ID has changed since the session began.
  const { evseId } = found.session;
  const point =
    row.point_json === null ? await findPoint(db, evseId, { includesRemoved: true }) : POINT.point.decode(row.point_json);
  if (!point) throw new Error('Point of the session not found');
  return {
    ...found,
    client: await clientAt(db, { id: found.session.clientId, version: row.client_version }),
    point,
    tariff: TARIFF.tariff.decode(row.tariff_json),
    lastReadingAt: row.last_reading_at === null ? null : new Date(Number(row.last_reading_at)),
  };
}

const byFormToken = compiledOnce((db, { formToken }: { formToken: string }) =>
  db.selectFrom('orders').selectAll().where('intent', '=', formToken),
);

export async function findOrderByFormToken(db: Db, formToken: string): Promise<OrderRecord | null> {
  const [row] = (await byFormToken(db, { formToken })).rows;
  return row ? codec.decode(row) : null;
}

const insert = compiledOnce((db, row: RowOf<typeof ORDER>) =>
  db
    .insertInto('orders')
    .values(row)
    .onConflict(conflict => conflict.column('intent').doNothing()),
);

/**
 * Adds an order.
 * @returns false if another request with the same form token has already added one
 */
export const addOrder = async (trx: Trx, order: OrderRecord): Promise<boolean> =>
  (await insert(trx, codec.encode(order))).numAffectedRows === 1n;

const update = compiledOnce((db, { set, id, state }: { set: Partial<RowOf<typeof ORDER>>; id: string; state: OrderState }) =>
  db.updateTable('orders').set(set).where('id', '=', id).where('state', '=', state).returningAll(),
);

/**
 * Changes the state of an order.
 * @returns the new row, or null if another state is stored than the one that the caller has read
 */
export async function transitionOrder(
  trx: Trx,
  order: Pick<OrderRecord, 'id' | 'state'>,
  to: OrderState,
  changes: Partial<OrderRecord> = {},
): Promise<OrderRecord | null> {
  const set = codec.encodePart({ ...changes, state: to });
  const [row] = (await update(trx, { set, id: order.id, state: order.state })).rows;
  return row ? codec.decode(row) : null;
}
