import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Cable, PlugState } from '../../../shared/charging/session.ts';
import { compactId } from '../../../shared/model/evseId.ts';
import type { ClientRecord, PointRecord } from '../../core/records/records.ts';
import { compiledOnce } from '../engine/compiledOnce.ts';
import type { Db } from '../engine/database.ts';
import { isWanted } from '../jobs/webhookEvents.ts';
import { CLIENT, POINT, SWITCHED_OFF } from '../tables/catalogueTables.ts';
import { emitPlug, PLUG_EVENT_TYPES, plugStateAt } from './plugEvents.ts';

/**
 * The catalogue: brands, charging points, and the states of connectors. A row is "current" if it is in the last import
 * or report of the catalogue, otherwise "former".
 */

/** Finds a current brand. With `includesRemoved`, also finds a former brand, because its sessions and receipts remain. */
export async function findClient(db: Db, id: string, { includesRemoved = false } = {}): Promise<ClientRecord | null> {
  const row = await db.selectFrom('clients').select(['version', 'is_current']).where('id', '=', id).executeTakeFirst();
  return row && (includesRemoved || row.is_current === 1) ? clientAt(db, { id, version: row.version }) : null;
}

/**
 * Loads this version of a brand, if possible from the cache. A brand rarely changes and is, with its texts and logos, the
 * largest row that a request reads.
 */
export async function clientAt(db: Db, { id, version }: { id: string; version: string }): Promise<ClientRecord> {
  const known = clientsRead.get(id);
  if (known?.version === version) return known.client;
  return clientIn(
    await db.selectFrom('clients').select(['id', 'json', 'version']).where('id', '=', id).executeTakeFirstOrThrow(),
  );
}

function clientIn({ id, json, version }: { id: string; json: string; version: string }): ClientRecord {
  const known = clientsRead.get(id);
  const client = known?.version === version ? known.client : CLIENT.client.decode(json);
  clientsRead.set(id, { version, client });
  return client;
}

const MAX_CACHED_CLIENTS = 200;
const clientsRead = new LRUCache<string, { version: string; client: ClientRecord }>({ max: MAX_CACHED_CLIENTS });

/** Lists current and former brands. With `isCurrent`, only current ones. */
export async function listClients(db: Db, { isCurrent = false } = {}): Promise<ClientRecord[]> {
  const all = db.selectFrom('clients').select(['id', 'json', 'version']);
  const rows = await (isCurrent ? all.where('is_current', '=', 1) : all).execute();
  return rows.map(clientIn);
}

const pointAt = compiledOnce((db, { compact }: { compact: string }) =>
  db.selectFrom('points').select(['json', 'is_current']).where('compact', '=', compact),
);

/** Finds a current point. With `includesRemoved`, also finds a former point. */
export async function findPoint(db: Db, evseId: string, { includesRemoved = false } = {}): Promise<PointRecord | null> {
  const [row] = (await pointAt(db, { compact: compactId(evseId) })).rows;
  return row && (includesRemoved || row.is_current === 1) ? POINT.point.decode(row.json) : null;
}

/** Lists the EVSE IDs of current points whose normalized EVSE ID is one of `compacts`. */
export async function listIdsAmong(
  db: Db,
  { compacts, clientId, limit }: { compacts: readonly string[]; clientId: string | null; limit: number },
): Promise<string[]> {
  let query = db
    .selectFrom('points')
    .select('evse_id')
    .where('is_current', '=', 1)
    .where('compact', 'in', ['', ...compacts]);
  if (clientId !== null) query = query.where('client_id', '=', clientId);
  return (await query.orderBy('compact').limit(limit).execute()).map(({ evse_id }) => evse_id);
}

/** A brand, and one of its current points. */
export interface Selling {
  client: ClientRecord;
  /** Null: the brand has no current point with this EVSE ID. */
  point: PointRecord | null;
  /** When staff switched the point off. Null: the point is on. */
  offSince: string | null;
}

const selling = compiledOnce((db, { clientId, compact }: { clientId: string; compact: string }) =>
  db
    .selectFrom('clients')
    .leftJoin('points', join =>
      join.on('points.compact', '=', compact).onRef('points.client_id', '=', 'clients.id').on('points.is_current', '=', 1),
    )
    .select(['clients.version', 'points.json as point_json', 'points.switched_off'])
    .where('clients.id', '=', clientId),
);

/**
 * Finds a brand and one of its current points. The brand may be a former one.
 * @returns null if the brand does not exist
 */
export async function findSelling(db: Db, { clientId, evseId }: { clientId: string; evseId: string }): Promise<Selling | null> {
  const [row] = (await selling(db, { clientId, compact: compactId(evseId) })).rows;
  if (!row) return null;
  const point = row.point_json === null ? null : POINT.point.decode(row.point_json);
  const offSince = SWITCHED_OFF.decode(row.switched_off)?.at ?? null;
  return { client: await clientAt(db, { id: clientId, version: row.version }), point, offSince };
}

/**
 * Lists the points at an OCPP charging station. Includes former points, because the station still reports sessions that began
 * there.
 */
export async function listPointsAt(db: Db, chargePoint: string): Promise<PointRecord[]> {
  const rows = await db.selectFrom('points').select('json').where('charge_point', '=', chargePoint).execute();
  return rows.map(({ json }) => POINT.point.decode(json));
}

/** Finds the current point with this EVSE number at an OCPP charging station. */
export async function findPointAtStation(db: Db, { id, evse }: { id: string; evse: number }): Promise<PointRecord | null> {
  const rows = await db
    .selectFrom('points')
    .select('json')
    .where('charge_point', '=', id)
    .where('is_current', '=', 1)
    .orderBy('compact')
    .execute();
  return rows.map(({ json }) => POINT.point.decode(json)).find(({ station }) => station?.chargePoint?.evse === evse) ?? null;
}

/** Lists all current points. With `only`, lists only those with these EVSE IDs. */
export async function listPoints(db: Db, { only }: { only?: readonly string[] } = {}): Promise<PointRecord[]> {
  const offered = db.selectFrom('points').select('json').where('is_current', '=', 1);
  const rows = await (only ? offered.where('compact', 'in', ['', ...only.map(compactId)]) : offered).execute();
  // Sorted here and not by the database, because the engines sort characters like * differently.
  return rows.map(({ json }) => POINT.point.decode(json)).sort((a, b) => (a.evseId < b.evseId ? -1 : 1));
}

/**
 * Stores the state of a connector and the session at it. If `sessionId` is undefined, the stored session stays. Writes nothing
 * if the state is unchanged, because stations report all connectors after each reconnect.
 */
export async function setPlugState(
  db: Db,
  request: PlugOf & { state: PlugState; fault?: string | null; sessionId?: string | null | undefined; now: Date },
): Promise<void> {
  const { evseId, connector, state, fault = null, sessionId, now } = request;
  const status = { state, fault, updated_at: now.getTime() };
  // A later fault does not change since when the state holds.
  const since = sql<number>`case when plugs.state = ${state} then plugs.updated_at else ${now.getTime()} end`;
  const changed = { ...status, updated_at: since };
  const before = (await isWanted(db, PLUG_EVENT_TYPES)) ? await plugStateAt(db, request) : null;
  const isOther = sql<boolean>`(plugs.state != ${state} or coalesce(plugs.fault, '') != ${fault ?? ''})`;
  await db
    .insertInto('plugs')
    .values({ evse_id: evseId, connector, ...status, session_id: sessionId ?? null })
    .onConflict(conflict => conflict.columns(['evse_id', 'connector']).doUpdateSet(changed).where(isOther))
    .execute();
  await emitPlug(db, before, request);
  if (sessionId === undefined) return;
  // If a new session is at the connector, the result of an earlier unlock request no longer applies.
  await db
    .updateTable('plugs')
    .set({ session_id: sessionId, unlock: null })
    .where('evse_id', '=', evseId)
    .where('connector', '=', connector)
    .where(eb => eb(eb.fn.coalesce('session_id', eb.val('')), '!=', sessionId ?? ''))
    .execute();
}

/** Returns the states of all connectors of each point as one text. The text differs if any state differs. */
export async function plugStatesOf(db: Db, evseIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (evseIds.length === 0) return new Map();
  const all = db.selectFrom('plugs').select(['evse_id', 'connector', 'state']).where('evse_id', 'in', evseIds);
  const states = new Map<string, string>();
  for (const { evse_id, connector, state } of await all.orderBy('connector').execute())
    states.set(evse_id, `${states.get(evse_id) ?? ''} ${connector} ${state}`);
  return states;
}

interface PlugOf {
  evseId: string;
  connector: string;
}

/** State of the connector at which a driver has charged, and the result of the driver's request to unlock the cable. */
export interface LeftPlug {
  state: PlugState;
  unlock: Cable['unlock'];
}

/**
 * Finds the connector of a session.
 * @returns null if another session was there later
 */
export async function findCable(
  db: Db,
  { evseId, connector, sessionId }: PlugOf & { sessionId: string },
): Promise<LeftPlug | null> {
  const row = await plugOf(db, { evseId, connector });
  return row?.session_id === sessionId ? { state: row.state, unlock: row.unlock } : null;
}

/** Finds the id of the last session at a connector. Null: no session is known there. */
export const findLastAtPlug = async (db: Db, plug: PlugOf): Promise<string | null> =>
  (await plugOf(db, plug))?.session_id ?? null;

const plugRow = compiledOnce((db, { evseId, connector }: PlugOf) =>
  db
    .selectFrom('plugs')
    .select(['state', 'session_id', 'unlock'])
    .where('evse_id', '=', evseId)
    .where('connector', '=', connector),
);

const plugOf = async (db: Db, { evseId, connector }: PlugOf) => (await plugRow(db, { evseId, connector })).rows[0];

/**
 * Stores the result of an unlock request.
 * @returns false, without writing, if another session has been at the connector since
 */
export async function setUnlock(
  db: Db,
  { evseId, connector, sessionId, unlock }: PlugOf & { sessionId: string; unlock: Cable['unlock'] },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('plugs')
    .set({ unlock })
    .where('evse_id', '=', evseId)
    .where('connector', '=', connector)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}
