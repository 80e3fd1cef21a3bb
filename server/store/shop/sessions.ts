import { sql } from 'kysely';
import { canBecome, type PlugState, type SessionState } from '../../../shared/charging/session.ts';
import { DAY_MS } from '../../../shared/model/time.ts';
import type { SignedValue, StationAddress } from '../../core/ports/stationPort.ts';
import { unwrapped } from '../../core/verification/signedRecord.ts';
import { plugTopic, publishAfterCommit } from '../engine/changeFeed.ts';
import { compiledOnce } from '../engine/compiledOnce.ts';
import type { Db, Trx } from '../engine/database.ts';
import { claimCheck } from '../engine/dueChecks.ts';
import { changerOf } from '../engine/versioned.ts';
import { removeWaiting } from '../jobs/outboxRows.ts';
import { codecOf, type RowOf } from '../tables/codec.ts';
import { SIGNED_VALUE } from '../tables/meterTables.ts';
import { SESSION, type SessionRecord } from '../tables/tables.ts';
import { emitSession } from './sessionEvents.ts';

export type { SessionRecord } from '../tables/tables.ts';

const codec = codecOf(SESSION);
const change = changerOf('sessions', SESSION);
const signedCodec = codecOf(SIGNED_VALUE);

type Key = 'id' | 'watch_id' | 'order_id' | 'start_id' | 'number';
const finder = <Value extends string | number>(key: Key) => {
  const by = compiledOnce((db, { value }: { value: string | number }) =>
    db.selectFrom('sessions').selectAll().where(key, '=', value),
  );
  return async (db: Db, value: Value): Promise<SessionRecord | null> => {
    const [row] = (await by(db, { value })).rows;
    return row ? codec.decode(row) : null;
  };
};
export const findSession = finder<string>('id');
export const findSessionByWatch = finder<string>('watch_id');
export const findSessionByOrder = finder<string>('order_id');
export const findSessionByNumber = finder<number>('number');
/** Finds a session by the authorization reference of its start. */
export const findSessionByStart = finder<string>('start_id');

const insert = compiledOnce((db, row: RowOf<typeof SESSION>) =>
  db
    .insertInto('sessions')
    .values(row)
    .onConflict(conflict => conflict.column('number').doNothing()),
);

/**
 * Adds a session.
 * @returns false if another session has the same nine-digit number
 */
export const addSession = async (trx: Trx, session: SessionRecord): Promise<boolean> =>
  (await insert(trx, codec.encode(session))).numAffectedRows === 1n;

type Facts = Partial<Omit<SessionRecord, 'state'>>;

/** Jobs that warn a driver of a blocking fee. They are deleted when charging ends. */
const FEE_WARNINGS = ['mail-blocking', 'push-fee'] as const;
const isCharging = (state: SessionState): boolean => state === 'running' || state === 'paused';

/**
 * Changes the state of a session.
 * @returns the new row, or null if the row has changed since the caller read it
 * @throws Error if the transition is not allowed
 */
export async function transitionSession(
  trx: Trx,
  session: SessionRecord,
  to: SessionState,
  changes: Facts = {},
): Promise<SessionRecord | null> {
  if (!canBecome(session.state, to)) throw new Error(`A session cannot move from ${session.state} to ${to}`);
  const changed = await change(trx, session, { ...changes, state: to });
  if (changed && !isCharging(to)) publishAfterCommit(trx, plugTopic(session.evseId));
  if (changed && isCharging(session.state) && !isCharging(to)) await removeWaiting(trx, FEE_WARNINGS, session.id);
  if (changed) await emitSession(trx, session, changed);
  return changed;
}

/**
 * Changes columns of a session other than its state.
 * @returns the new row, or null if the row has changed since the caller read it
 */
export function updateSession(trx: Trx, session: SessionRecord, changes: Facts): Promise<SessionRecord | null> {
  if ('endedAt' in changes) publishAfterCommit(trx, plugTopic(session.evseId));
  return change(trx, session, changes);
}

/** Moves a session that has not begun to another connector, because the driver has changed the order before paying. */
export async function setPlug(trx: Trx, id: string, station: StationAddress): Promise<void> {
  const { connector } = station;
  const row = codec.encodePart({ connector, station });
  await trx.updateTable('sessions').set(row).where('id', '=', id).execute();
}

export const BUSY: readonly SessionState[] = ['starting', 'running', 'paused', 'stopping', 'cancelling'];

/** Selects the sessions that occupy one of these connectors. */
const busyAt = (db: Db, { evseId, connectors }: { evseId: string; connectors: readonly string[] }) =>
  db
    .selectFrom('sessions')
    .where('evse_id', '=', evseId)
    .where('connector', 'in', connectors)
    .where('state', 'in', BUSY)
    // A connector is free once charging has ended, although the last meter value or a decision of staff may take days.
    .where(eb => eb.or([eb('state', '!=', 'stopping'), eb('ended_at', 'is', null)]));

/** Finds the session that occupies this connector. Null: no session does. */
export async function findSessionAtPlug(
  db: Db,
  { evseId, connector }: { evseId: string; connector: string },
): Promise<SessionRecord | null> {
  const row = await busyAt(db, { evseId, connectors: [connector] })
    .selectAll()
    .executeTakeFirst();
  return row ? codec.decode(row) : null;
}

/** The present states of a point's connectors. */
export interface PlugsNow {
  /** Last reported state by connector. A connector is missing if its state was never reported. */
  states: ReadonlyMap<string, PlugState>;
  /** Connectors that a session of this app occupies. */
  taken: ReadonlySet<string>;
  /** When the connector changed to its reported state, or when the session at the connector was ordered. */
  since: ReadonlyMap<string, Date>;
}

const plugRows = compiledOnce((db, plugs: { evseId: string; connectors: readonly string[] }) => {
  const busy = busyAt(db, plugs).select(['connector', sql<PlugState | null>`null`.as('state'), 'created_at as at']);
  return db
    .selectFrom('plugs')
    .select(eb => ['connector', eb.ref('state').$castTo<PlugState | null>().as('state'), 'updated_at as at'])
    .where('evse_id', '=', plugs.evseId)
    .unionAll(busy);
});

/** Loads the reported states of a point's connectors, and which of `connectors` a session occupies. */
export async function plugsAt(
  db: Db,
  { evseId, connectors }: { evseId: string; connectors: readonly string[] },
): Promise<PlugsNow> {
  const { rows } = await plugRows(db, { evseId, connectors });
  return {
    states: new Map(rows.flatMap(({ connector, state }) => (state === null ? [] : [[connector, state]]))),
    taken: new Set(rows.flatMap(({ connector, state }) => (state === null ? [connector] : []))),
    // The time of a session replaces the time of the reported state.
    since: new Map([...sinceIn(rows, false), ...sinceIn(rows, true)]),
  };
}

/** The times of the reported states, or of the sessions, whose rows have no state. */
const sinceIn = (rows: readonly { connector: string; state: PlugState | null; at: number }[], isSession: boolean) =>
  rows.flatMap(({ connector, state, at }) =>
    (state === null) === isSession ? [[connector, new Date(Number(at))] as const] : [],
  );

/** Returns the versions of these sessions. Every change of a session increases its version. */
export async function versionsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('sessions').select(['id', 'version']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Lists sessions whose state must be read from the station again. */
export async function listDueSessions(db: Db, { now, limit }: { now: Date; limit: number }): Promise<SessionRecord[]> {
  const due = db.selectFrom('sessions').selectAll().where('next_check_at', '<=', now.getTime());
  return (await due.orderBy('next_check_at').limit(limit).execute()).map(codec.decode);
}

/**
 * Claims a due session and schedules its next check.
 * @returns false if another process has claimed the session
 */
export function claimSessionCheck(db: Db, { id, nextCheckAt: due }: SessionRecord, at: Date): Promise<boolean> {
  return claimCheck(db, 'sessions', { id, due, at });
}

const signedOf = compiledOnce((db, { sessionId }: { sessionId: string }) =>
  db.selectFrom('signed_values').select('data').where('session_id', '=', sessionId),
);
const insertSigned = compiledOnce(
  (db, { added }: { added: readonly (RowOf<typeof SIGNED_VALUE> & { session_id: string; n: number })[] }) =>
    db.insertInto('signed_values').values(added),
);

/**
 * Adds the signed meter values that are not stored yet, in the order of arrival. Some stations repeat all values in each
 * message.
 */
export async function addSignedValues(trx: Trx, sessionId: string, values: readonly SignedValue[]): Promise<void> {
  if (values.length === 0) return;
  const { rows } = await signedOf(trx, { sessionId });
  const known = new Set(rows.map(({ data }) => data));
  const more = new Map(values.filter(({ data }) => !known.has(data)).map(value => [value.data, value]));
  if (more.size === 0) return;
  const added = [...more.values()].map((value, index) => ({
    ...signedCodec.encode(value),
    session_id: sessionId,
    n: known.size + index,
  }));
  await insertSigned(trx, { added });
}

const listSigned = compiledOnce((db, { sessionId }: { sessionId: string }) =>
  db.selectFrom('signed_values').selectAll().where('session_id', '=', sessionId).orderBy('n'),
);

/**
 * Lists the signed meter values of a session in the order of arrival. They are stored as sent and returned without their
 * transport encoding.
 */
export async function listSignedValues(db: Db, sessionId: string): Promise<SignedValue[]> {
  const { rows } = await listSigned(db, { sessionId });
  return rows.map(row => unwrapped(signedCodec.decode(row)));
}

/**
 * Maximum time between the creation of a payment and the start of charging. A day is sufficient, because a payment page closes
 * after half an hour, and a start times out soon afterwards.
 */
const PAID_BEFORE_MS = DAY_MS;

/** Finds a brand's sessions by the charged amount, the last four digits of the card, and the period in which charging began. */
export async function findCharged(
  db: Db,
  request: { clientId: string; chargedMinor: number; digits: string; from: Date; to: Date },
): Promise<SessionRecord[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .innerJoin('sessions', 'sessions.order_id', 'orders.id')
    .selectAll('sessions')
    .where('payments.client_id', '=', request.clientId)
    .where('payments.captured_minor', '=', request.chargedMinor)
    .where('payments.created_at', '>=', request.from.getTime() - PAID_BEFORE_MS)
    .where('payments.created_at', '<=', request.to.getTime())
    .where('payments.state', '=', 'captured')
    .where('payments.card_digits', 'like', `%"${request.digits}"%`)
    .whereRef('orders.payment_id', '=', 'payments.id')
    .where('sessions.started_at', '>=', request.from.getTime())
    .where('sessions.started_at', '<=', request.to.getTime())
    // The index has this order, so the database need not sort before it applies the limit.
    .orderBy('payments.created_at')
    .limit(50)
    .execute();
  return rows.sort((a, b) => (a.started_at ?? 0) - (b.started_at ?? 0)).map(codec.decode);
}
