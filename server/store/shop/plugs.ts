import { type RawBuilder, sql } from 'kysely';
import type { OperatedPlugState } from '../../../shared/console/plugGroups.ts';
import type { Db } from '../engine/database.ts';
import { HELD_MS } from '../jobs/connectionLeases.ts';
import { BUSY } from './sessions.ts';

/**
 * Which stations are reachable at a time. An OCPP station is reachable if 'ocpp' is in `sources` and the station itself is
 * connected.
 */
export interface Reach {
  at: Date;
  /** Names of the reachable station sources, as in station addresses: 'simulator', 'ocpp', 'ocpi:town'. */
  sources: readonly string[];
}

type ReachedState = Exclude<OperatedPlugState, 'never-connected'>;
export type SoldState = ReachedState | 'off';
export type UsedState = SoldState | 'others';

/**
 * Returns an SQL expression for the state of a connector: 'offline' if its station is unreachable, otherwise the last reported
 * state. The query must join `points` and `plugs`.
 * @param reach null: all stations count as reachable
 */
export function reachedState(reach: Reach | null): RawBuilder<ReachedState> {
  if (!reach) return sql`plugs.state`;
  const { at, sources } = reach;
  // '' is added, because an empty list is invalid SQL.
  const list = sql.join([...sources, '']);
  const isConnected = sql`exists (
    select 1 from connection_leases where connection_leases.station_id = points.charge_point
    and connection_leases.seen_at >= ${at.getTime() - HELD_MS} and connection_leases.seen_at <= ${at.getTime() + HELD_MS})`;
  // A point from the operator's files belongs to the simulator, unless it has an OCPP charging station.
  return sql`case
    when points.charge_point is null
      and case when points.source = 'files' then 'simulator' else points.source end in (${list}) then plugs.state
    when points.charge_point is not null and 'ocpp' in (${list}) and ${isConnected} then plugs.state
    else 'offline' end`;
}

/** Returns an SQL expression like `reachedState`, but 'off' if staff have switched the point off. */
export const soldState = (reach: Reach | null): RawBuilder<SoldState> =>
  sql`case when points.switched_off is not null then 'off' else ${reachedState(reach)} end`;

/** Returns an SQL expression like `soldState`, but 'others' if the connector is in use without an open session of this app. */
export const usedState = (reach: Reach | null): RawBuilder<UsedState> =>
  sql`case when ${soldState(reach)} in ('charging', 'occupied') and not exists (
    select 1 from sessions where sessions.evse_id = plugs.evse_id and sessions.connector = plugs.connector
    and sessions.state in (${sql.join([...BUSY])})) then 'others' else ${soldState(reach)} end`;

/**
 * Selects the connectors that current points offer. The row of a connector that has left its point stays in `plugs`, because a
 * session can still be at the connector.
 */
export const offeredPlugs = (db: Db) =>
  db
    .selectFrom('points')
    .innerJoin('plugs', 'plugs.evse_id', 'points.evse_id')
    .innerJoin('plugs_sold', join =>
      join.onRef('plugs_sold.compact', '=', 'points.compact').onRef('plugs_sold.connector', '=', 'plugs.connector'),
    )
    .where('points.is_current', '=', 1);

interface PlugStatesQuery {
  limit: number;
  /** States whose connectors are left out. */
  except?: readonly UsedState[];
}

/** Lists offered connectors with their state by `usedState`, in the order of their normalized EVSE IDs. */
export async function listPlugStates(db: Db, reach: Reach | null, { limit, except = [] }: PlugStatesQuery) {
  let query = offeredPlugs(db).select(['points.evse_id as evseId', 'plugs.connector', usedState(reach).as('state')]);
  if (except.length > 0) query = query.where(usedState(reach), 'not in', except);
  return query.orderBy('points.compact').orderBy('plugs.connector').limit(limit).execute();
}

/**
 * Counts the offered connectors in each state of `usedState`.
 * @param clientId only connectors of this client
 */
export async function countPlugs(
  db: Db,
  reach: Reach | null,
  clientId?: string | undefined,
): Promise<Readonly<Record<string, number>>> {
  let query = offeredPlugs(db)
    .select(eb => [usedState(reach).as('used'), eb.fn.countAll().as('count')])
    .groupBy('used');
  if (clientId !== undefined) query = query.where('points.client_id', '=', clientId);
  const rows = await query.execute();
  return Object.fromEntries(rows.map(({ used, count }) => [used, Number(count)]));
}

/** Counts the offered connectors at each of these places. */
export async function countPlugsAt(
  db: Db,
  { places, clientId }: { places: readonly string[]; clientId?: string | undefined },
): Promise<Readonly<Record<string, number>>> {
  if (places.length === 0) return {};
  let query = offeredPlugs(db)
    .select(eb => ['points.place', eb.fn.countAll().as('count')])
    .where('points.place', 'in', places)
    .groupBy('points.place');
  if (clientId !== undefined) query = query.where('points.client_id', '=', clientId);
  return Object.fromEntries((await query.execute()).map(({ place, count }) => [place, Number(count)]));
}
