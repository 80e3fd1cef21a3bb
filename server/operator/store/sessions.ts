import type { Selectable, Updateable } from 'kysely';
import { canBecome, type SessionState } from '../../../shared/session.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { unwrapped } from '../check/signedRecord.ts';
import type { SignedValue } from '../ports.ts';
import type { Db, Trx } from './store.ts';
import type { SessionsTable } from './tables/tables.ts';

export type SessionRow = Selectable<SessionsTable>;

type Key = 'id' | 'watch_id' | 'order_id' | 'start_id' | 'number';
async function findBy(db: Db, key: Key, value: string | number): Promise<SessionRow | null> {
  return (await db.selectFrom('sessions').selectAll().where(key, '=', value).executeTakeFirst()) ?? null;
}
export const findSession = (db: Db, id: string) => findBy(db, 'id', id);
export const findSessionByWatch = (db: Db, watchId: string) => findBy(db, 'watch_id', watchId);
export const findSessionByOrder = (db: Db, orderId: string) => findBy(db, 'order_id', orderId);
export const findSessionByNumber = (db: Db, number: number) => findBy(db, 'number', number);
export const findSessionByStart = (db: Db, authorizationReference: string) => findBy(db, 'start_id', authorizationReference);

export async function addSession(trx: Trx, row: SessionRow): Promise<void> {
  await trx.insertInto('sessions').values(row).execute();
}

export async function isNumberTaken(db: Db, number: number): Promise<boolean> {
  return (await db.selectFrom('sessions').select('id').where('number', '=', number).executeTakeFirst()) !== undefined;
}

/** Moves a session on, and answers it as it is then. Null when it is no longer where the caller saw it. */
export async function transitionSession(
  trx: Trx,
  session: SessionRow,
  to: SessionState,
  changes: Updateable<SessionsTable> = {},
): Promise<SessionRow | null> {
  if (!canBecome(session.state, to)) throw new Error(`A session cannot move from ${session.state} to ${to}`);
  return change(trx, session, { ...changes, state: to });
}

type Facts = Omit<Updateable<SessionsTable>, 'state'>;

/** Changes facts of a session that stays where it is, and answers it as it is then. Null as above. */
export function updateSession(trx: Trx, session: SessionRow, changes: Facts): Promise<SessionRow | null> {
  return change(trx, session, changes);
}

async function change(
  trx: Trx,
  { id, state, version }: SessionRow,
  changes: Updateable<SessionsTable>,
): Promise<SessionRow | null> {
  const row = await trx
    .updateTable('sessions')
    .set({ ...changes, version: version + 1 })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

const BUSY: readonly SessionState[] = ['starting', 'running', 'paused', 'stopping', 'cancelling'];

/** The session that has this plug now, if any. */
export async function findSessionAtPlug(
  db: Db,
  { evseId, connector }: { evseId: string; connector: string },
): Promise<SessionRow | null> {
  const query = db
    .selectFrom('sessions')
    .selectAll()
    .where('evse_id', '=', evseId)
    .where('connector', '=', connector)
    .where('state', 'in', BUSY);
  return (await query.executeTakeFirst()) ?? null;
}

/** How often each of these sessions has changed. */
export async function versionsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('sessions').select(['id', 'version']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Sessions whose station is to be asked again. */
export function sessionsToLookAt(db: Db, { now, most }: { now: Date; most: number }): Promise<SessionRow[]> {
  return db.selectFrom('sessions').selectAll().where('look_at', '<=', now.getTime()).orderBy('look_at').limit(most).execute();
}

/** Adds what is new, in the order of its coming: stations tell all records each time, or each one once. */
export async function addSignedValues(trx: Trx, sessionId: string, values: readonly SignedValue[]): Promise<void> {
  if (values.length === 0) return;
  const rows = await trx.selectFrom('signed_values').select('data').where('session_id', '=', sessionId).execute();
  const known = new Set(rows.map(({ data }) => data));
  for (const { format, context, data, publicKey } of values) {
    if (known.has(data)) continue;
    await trx
      .insertInto('signed_values')
      .values({ session_id: sessionId, n: known.size, format, context, data, public_key: publicKey })
      .execute();
    known.add(data);
  }
}

/** In the order of their coming, out of their wrapping; the table keeps what was sent. */
export async function listSignedValues(db: Db, sessionId: string): Promise<SignedValue[]> {
  const rows = await db.selectFrom('signed_values').selectAll().where('session_id', '=', sessionId).orderBy('n').execute();
  return rows.map(({ format, context, data, public_key }) =>
    unwrapped({ format, context: context as SignedValue['context'], data, publicKey: public_key }),
  );
}

/** The page is closed after half an hour and the start given up soon after; a day leaves room for any of it. */
const PAID_BEFORE_MS = DAY_MS;

/** Sessions of a client whose card, known by four digits, was charged exactly this, begun between two instants. */
export async function findCharged(
  db: Db,
  ask: { clientId: string; chargedMinor: number; digits: string; from: Date; to: Date },
): Promise<SessionRow[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .innerJoin('sessions', 'sessions.order_id', 'orders.id')
    .selectAll('sessions')
    .where('payments.client_id', '=', ask.clientId)
    .where('payments.captured_minor', '=', ask.chargedMinor)
    .where('payments.created_at', '>=', ask.from.getTime() - PAID_BEFORE_MS)
    .where('payments.created_at', '<=', ask.to.getTime())
    .where('payments.state', '=', 'captured')
    .where('payments.card_digits', 'like', `%"${ask.digits}"%`)
    .whereRef('orders.payment_id', '=', 'payments.id')
    .where('sessions.started_at', '>=', ask.from.getTime())
    .where('sessions.started_at', '<=', ask.to.getTime())
    // The order of the index: nothing has to be sorted before the first of them are taken.
    .orderBy('payments.created_at')
    .limit(50)
    .execute();
  return rows.sort((a, b) => (a.started_at ?? 0) - (b.started_at ?? 0));
}
