import { sql } from 'kysely';
import type { SessionState } from '../../../shared/charging/session.ts';
import type { Currency } from '../../../shared/model/money.ts';
import type { Db } from '../engine/database.ts';
import { DISPUTE_NOTES, type DisputeState, disputeStateOf } from '../jobs/audit.ts';
import { BUSY } from '../shop/sessions.ts';
import { PAYMENT, type PaymentState, SESSION } from '../tables/tables.ts';

/** A session with its payment, as lists in the console show it. */
export interface SessionRow {
  id: string;
  number: number;
  clientId: string;
  createdAt: Date;
  evseId: string;
  connector: string;
  state: SessionState;
  why: string | null;
  energyWh: number;
  totalMinor: number | null;
  startedAt: Date | null;
  endedAt: Date | null;
  stopRequestedAt: Date | null;
  currency: Currency;
  limitMinor: number | null;
  payment: PaymentState | null;
  amountMinor: number | null;
  /** True if there was ever a hold on the card. An order without a hold counts as false. */
  wasHeld: boolean;
  capturedMinor: number | null;
  /** Time at which the hold expires. Null: unknown, or there is no hold. */
  captureBefore: Date | null;
  refundedMinor: number;
  /** State of the payment's last dispute. Null: the payment was never disputed. */
  dispute: DisputeState | null;
  digits: readonly string[];
  /** Time at which the payment was created. Null: there is no payment. */
  paidAt: Date | null;
}

/** The last row of a page. The next page begins after this row. */
export interface Behind {
  createdAt: Date;
  number: number;
}

function rows(db: Db) {
  return db
    .selectFrom('sessions')
    .innerJoin('orders', 'orders.id', 'sessions.order_id')
    .leftJoin('payments', 'payments.id', 'orders.payment_id')
    .select(['sessions.id', 'sessions.number', 'sessions.created_at', 'sessions.evse_id', 'sessions.state', 'sessions.why'])
    .select(['sessions.energy_wh', 'sessions.total_minor', 'sessions.ended_at', 'sessions.stop_requested_at'])
    .select(['sessions.client_id', 'sessions.connector', 'sessions.started_at', 'payments.capture_before'])
    .select(['orders.currency', 'orders.limit_minor', 'payments.state as payment', 'payments.amount_minor'])
    .select(['payments.captured_minor', 'payments.refunded_minor', 'payments.card_digits', 'payments.created_at as paid_at'])
    .select('payments.authorised_at')
    .select(eb =>
      eb
        .selectFrom('audit')
        .select('audit.what')
        .whereRef('audit.subject_id', '=', 'payments.id')
        .where('audit.what', 'in', Object.values(DISPUTE_NOTES))
        .orderBy('audit.id', 'desc')
        .limit(1)
        .as('dispute'),
    )
    .orderBy('sessions.created_at', 'desc')
    .orderBy('sessions.number', 'desc');
}
type Found = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];

const time = (at: number | null): Date | null => (at === null ? null : SESSION.createdAt.decode(at));
const decoded = (row: Found): SessionRow => ({
  id: row.id,
  number: row.number,
  clientId: row.client_id,
  createdAt: SESSION.createdAt.decode(row.created_at),
  evseId: row.evse_id,
  connector: row.connector,
  state: row.state,
  why: row.why,
  energyWh: row.energy_wh,
  totalMinor: row.total_minor,
  startedAt: time(row.started_at),
  endedAt: time(row.ended_at),
  stopRequestedAt: time(row.stop_requested_at),
  currency: row.currency,
  limitMinor: row.limit_minor,
  payment: row.payment,
  amountMinor: row.amount_minor,
  wasHeld: row.authorised_at !== null || row.captured_minor !== null,
  capturedMinor: row.captured_minor,
  captureBefore: time(row.capture_before),
  refundedMinor: row.refunded_minor ?? 0,
  dispute: row.dispute === null ? null : disputeStateOf(row.dispute),
  digits: row.card_digits === null ? [] : PAYMENT.cardDigits.decode(row.card_digits),
  paidAt: time(row.paid_at),
});

export interface SessionPageQuery {
  behind: Behind | null;
  limit: number;
  from?: Date | undefined;
  to?: Date | undefined;
  evseId?: string | undefined;
  clientId?: string | undefined;
  /** Only sessions in this state. */
  state?: SessionState | undefined;
}

/**
 * The client of a session, for a condition beside another filter. The database does not use the index of the client for this
 * expression, with which SQLite would read all sessions of a large brand.
 */
export const CLIENT_BESIDE = sql<string>`coalesce(sessions.client_id, '')`;

/** Lists sessions, newest first. Each filter has an index in the database. */
export async function listSessionRows(
  db: Db,
  { behind, limit, from, to, evseId, clientId, state }: SessionPageQuery,
): Promise<SessionRow[]> {
  let query = rows(db).limit(limit);
  if (evseId !== undefined) query = query.where('sessions.evse_id', '=', evseId);
  const client = evseId === undefined && state === undefined ? sql<string>`sessions.client_id` : CLIENT_BESIDE;
  if (clientId !== undefined) query = query.where(client, '=', clientId);
  if (state !== undefined) query = query.where('sessions.state', '=', state);
  if (from) query = query.where('sessions.created_at', '>=', from.getTime());
  if (to) query = query.where('sessions.created_at', '<', to.getTime());
  if (behind) {
    const [at, number] = [behind.createdAt.getTime(), behind.number];
    query = query
      .where('sessions.created_at', '<=', at)
      .where(eb => eb.or([eb('sessions.created_at', '<', at), eb('sessions.number', '<', number)]));
  }
  return (await query.execute()).map(decoded);
}

/** Lists sessions that have not ended. There are only few at any time. */
export async function listGoingRows(
  db: Db,
  { limit, clientId }: { limit: number; clientId?: string | undefined },
): Promise<SessionRow[]> {
  let query = rows(db).where('sessions.state', 'in', BUSY).limit(limit);
  if (clientId !== undefined) query = query.where(CLIENT_BESIDE, '=', clientId);
  return (await query.execute()).map(decoded);
}

export async function listRowsOf(db: Db, ids: readonly string[]): Promise<SessionRow[]> {
  if (ids.length === 0) return [];
  return (await rows(db).where('sessions.id', 'in', ids).execute()).map(decoded);
}

export async function findSessionRow(db: Db, number: number): Promise<SessionRow | null> {
  const row = await rows(db).where('sessions.number', '=', number).executeTakeFirst();
  return row ? decoded(row) : null;
}

/**
 * Selects payments by captured amount, by the last four digits of the card, by id at the payment provider, or all payments with
 * a refund.
 */
export type PaymentQuery = { chargedMinor: number } | { digits: string } | { ref: string } | 'refunded';

/**
 * One page of a list that is sorted by payments. `behind` is the last payment of the previous page: its creation time, and the
 * number of its session. `clientId`: only payments to this client.
 */
export interface PaymentPage {
  behind: Behind | null;
  limit: number;
  clientId?: string | undefined;
}

function paymentsOf(db: Db, request: PaymentQuery) {
  const all = db
    .selectFrom('payments')
    .innerJoin('sessions', 'sessions.order_id', 'payments.order_id')
    .select('sessions.id')
    .orderBy('payments.created_at', 'desc')
    .orderBy('sessions.number', 'desc');
  // A literal instead of a parameter: the database uses the index only if the query repeats its condition.
  if (request === 'refunded') return all.where(sql<boolean>`refunded_minor > 0`);
  if ('chargedMinor' in request) return all.where('payments.captured_minor', '=', request.chargedMinor);
  if ('ref' in request) return all.where('payments.ref', '=', request.ref);
  // Compares only the first entry of the list, which is shown to the driver. With a wallet, the list contains two card numbers.
  // The expression must be the same as in the index.
  return all.where(sql<boolean>`substr(card_digits, 3, 4) = ${request.digits}`);
}

/** Lists the sessions of payments, newest payments first. A page takes the same time with any number of payments. */
export async function listSessionsOfPayments(
  db: Db,
  request: PaymentQuery,
  { behind, limit, clientId }: PaymentPage,
): Promise<SessionRow[]> {
  let query = paymentsOf(db, request).limit(limit);
  if (clientId !== undefined) query = query.where('payments.client_id', '=', clientId);
  if (behind) {
    const [at, number] = [behind.createdAt.getTime(), behind.number];
    query = query
      .where('payments.created_at', '<=', at)
      .where(eb => eb.or([eb('payments.created_at', '<', at), eb('sessions.number', '<', number)]));
  }
  const ids = (await query.execute()).map(({ id }) => id);
  const rows = new Map((await listRowsOf(db, ids)).map(row => [row.id, row]));
  return ids.flatMap(id => rows.get(id) ?? []);
}

/** Maximum number of orders of one e-mail address that are listed. */
const MAX_ORDERS = 500;

/** Lists the sessions of the newest orders with this e-mail address, newest first. `email`: as orders store it. */
export async function listSessionsByEmail(
  db: Db,
  { email, clientId }: { email: string; clientId?: string | undefined },
): Promise<SessionRow[]> {
  const query = db.selectFrom('orders').innerJoin('sessions', 'sessions.order_id', 'orders.id').select('sessions.id');
  const ofEmail = query.where('orders.email', '=', email);
  const own = clientId === undefined ? ofEmail : ofEmail.where('sessions.client_id', '=', clientId);
  const found = await own.orderBy('orders.created_at', 'desc').limit(MAX_ORDERS).execute();
  return listRowsOf(
    db,
    found.map(({ id }) => id),
  );
}

export async function findSessionOfDocument(db: Db, number: string): Promise<SessionRow[]> {
  const row = await db.selectFrom('documents').select('session_id').where('number', '=', number).executeTakeFirst();
  return row ? listRowsOf(db, [row.session_id]) : [];
}
