import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { compactId } from '../../../shared/model/evseId.ts';
import type { DataFault, PointRecord } from '../../core/records/records.ts';
import type { Db, Trx } from '../engine/database.ts';
import { POINT, PUSHED_LOCATION, SWITCHED_OFF, type SwitchedOff } from '../tables/catalogueTables.ts';
import { offeredPlugs, type Reach, reachedState, type SoldState, soldState, type UsedState, usedState } from './plugs.ts';

/** A current point, as lists in the console show it. */
export interface PointRow {
  point: PointRecord;
  place: string;
  /** Who switched the point off, when and why. Null: the point is on. */
  off: SwitchedOff | null;
}

interface PointsQuery {
  limit: number;
  /** Only points with a normalized EVSE ID after this one. */
  after?: string | undefined;
  /** Only points whose EVSE ID, city or street contains this text. */
  find?: string | undefined;
  /** Only points with a connector in one of these states. */
  states?: readonly UsedState[] | undefined;
  /** Which stations are reachable. Connectors of all other stations are offline. Absent or null: all stations are reachable. */
  reach?: Reach | null;
  isOff?: boolean;
  /** Only points at these places. */
  places?: readonly string[] | undefined;
  /** Only points of this client. */
  clientId?: string | undefined;
}

const COLUMNS = ['json', 'place', 'switched_off'] as const;

const decoded = ({ json, place, switched_off }: { json: string; place: string; switched_off: string | null }): PointRow => ({
  point: POINT.point.decode(json),
  place,
  off: SWITCHED_OFF.decode(switched_off),
});

/**
 * Returns the condition that a column contains a text. SQLite compares letters other than a to z with their case, so a text is
 * searched as typed, too.
 */
export function contains(column: string, text: string): RawBuilder<SqlBool> {
  const pattern = (part: string) => `%${part.replace(/[%_!]/g, '!$&')}%`;
  const ref = sql.ref(column);
  return sql`(lower(${ref}) like ${pattern(text.toLowerCase())} escape '!' or ${ref} like ${pattern(text)} escape '!')`;
}

/** Returns conditions of which a point must fulfil one to match a search text. */
function wordsIn(find: string): RawBuilder<SqlBool>[] {
  const [text, id] = [find.trim(), compactId(find)];
  return [contains('place', text), ...(id === '' ? [] : [contains('compact', id)])];
}

/** Lists current points, in the order of their normalized EVSE IDs. */
export async function listPointRows(db: Db, request: PointsQuery): Promise<PointRow[]> {
  const { limit, after, find, states, isOff, places, clientId, reach = null } = request;
  let query = db.selectFrom('points').select(COLUMNS).where('is_current', '=', 1);
  if (after !== undefined) query = query.where('compact', '>', compactId(after));
  if (find !== undefined) query = query.where(eb => eb.or(wordsIn(find)));
  if (clientId !== undefined) query = query.where('client_id', '=', clientId);
  if (isOff) query = query.where('switched_off', 'is not', null);
  if (places !== undefined) query = query.where('place', 'in', ['', ...places]);
  if (states)
    query = query.where(eb =>
      eb.exists(
        eb
          .selectFrom('plugs')
          .select('plugs.state')
          .whereRef('plugs.evse_id', '=', 'points.evse_id')
          .innerJoin('plugs_sold', join =>
            join.onRef('plugs_sold.compact', '=', 'points.compact').onRef('plugs_sold.connector', '=', 'plugs.connector'),
          )
          .where(usedState(reach), 'in', states),
      ),
    );
  return (await query.orderBy('compact').limit(limit).execute()).map(decoded);
}

/** Finds a current point by its EVSE ID. */
export async function findPointRow(db: Db, evseId: string): Promise<PointRow | null> {
  const query = db.selectFrom('points').select(COLUMNS).where('compact', '=', compactId(evseId));
  const row = await query.where('is_current', '=', 1).executeTakeFirst();
  return row ? decoded(row) : null;
}

/** Lists the points with these EVSE IDs, also those that have left the catalogue, because their sessions remain. */
export async function listPointsById(db: Db, evseIds: readonly string[]): Promise<PointRecord[]> {
  if (evseIds.length === 0) return [];
  const rows = await db.selectFrom('points').select('json').where('evse_id', 'in', evseIds).execute();
  return rows.map(({ json }) => POINT.point.decode(json));
}

/** Lists the current points at these OCPP charging stations. */
export async function listPointsOf(db: Db, chargePoints: readonly string[]): Promise<PointRow[]> {
  if (chargePoints.length === 0) return [];
  const query = db.selectFrom('points').select(COLUMNS).where('charge_point', 'in', chargePoints);
  return (await query.where('is_current', '=', 1).orderBy('compact').execute()).map(decoded);
}

/** Lists the connectors of these points, with their states by `reachedState` and `usedState`, and the time of the last change. */
export async function listPlugRows(db: Db, evseIds: readonly string[], reach: Reach | null = null) {
  if (evseIds.length === 0) return [];
  const rows = await db
    .selectFrom('plugs')
    .innerJoin('points', 'points.evse_id', 'plugs.evse_id')
    .select(['plugs.evse_id', 'plugs.connector', reachedState(reach).as('reached'), usedState(reach).as('used')])
    .select(['plugs.updated_at', 'plugs.fault'])
    .where('plugs.evse_id', 'in', evseIds)
    .execute();
  return rows.map(({ evse_id, connector, reached, used, updated_at, fault }) => ({
    evseId: evse_id,
    connector,
    state: reached,
    used,
    fault,
    since: new Date(updated_at),
  }));
}

/** Connectors in `states`, where a vehicle has stood since `standingSince`, or whose points are `evseIds`. */
interface TroubleQuery {
  states: readonly SoldState[];
  standing: readonly SoldState[];
  standingSince: Date;
  evseIds: readonly string[];
  limit: number;
  /** Only these places. */
  places?: readonly string[];
  /** Only points of this client. */
  clientId?: string | undefined;
}

/** Lists the places with such a connector. */
export async function listTroubleSites(
  db: Db,
  reach: Reach | null,
  { states, standing, standingSince, evseIds, limit, places, clientId }: TroubleQuery,
): Promise<string[]> {
  let query = offeredPlugs(db)
    .select('points.place')
    .distinct()
    .where(eb =>
      eb.or([
        eb(soldState(reach), 'in', states),
        eb.and([eb(soldState(reach), 'in', standing), eb('plugs.updated_at', '<=', standingSince.getTime())]),
        eb('points.evse_id', 'in', ['', ...evseIds]),
      ]),
    );
  if (places !== undefined) query = query.where('points.place', 'in', ['', ...places]);
  if (clientId !== undefined) query = query.where('points.client_id', '=', clientId);
  return (await query.orderBy('points.place').limit(limit).execute()).map(({ place }) => place);
}

/** Returns the power in W of the active sessions at these points, by EVSE ID and connector, separated by a space. */
export async function listChargingPower(db: Db, evseIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (evseIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('sessions')
    .select(eb => [
      'evse_id',
      'connector',
      eb
        .selectFrom('meter_values')
        .select('meter_values.power_w')
        .whereRef('meter_values.session_id', '=', 'sessions.id')
        .orderBy('meter_values.at', 'desc')
        .limit(1)
        .as('power'),
    ])
    .where('evse_id', 'in', evseIds)
    .where('state', 'in', ['running', 'paused'])
    .execute();
  return new Map(rows.flatMap(({ evse_id, connector, power }) => (power === null ? [] : [[`${evse_id} ${connector}`, power]])));
}

/**
 * Switches a point off, or on if `off` is null.
 * @returns false if the point is already in this state or does not exist
 */
export async function switchPoint(trx: Trx, { evseId, off }: { evseId: string; off: SwitchedOff | null }): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('points')
    .set({ switched_off: SWITCHED_OFF.encode(off) })
    .where('compact', '=', compactId(evseId))
    .where('switched_off', off ? 'is' : 'is not', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** Counts the current points of a station source. */
export async function countPointsOf(db: Db, source: string): Promise<number> {
  const query = db.selectFrom('points').select(eb => eb.fn.countAll().as('count'));
  const row = await query.where('source', '=', source).where('is_current', '=', 1).executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Counts the locations of a station source of which a part cannot be offered. */
export async function countRefused(db: Db, source: string): Promise<number> {
  const query = db.selectFrom('pushed_locations').select(eb => eb.fn.countAll().as('count'));
  const row = await query.where('source', '=', source).where('refused', '!=', '[]').executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Lists the locations of a station source of which a part cannot be offered, page by page. */
export async function listRefusedAt(
  db: Db,
  { source, limit, after }: { source: string; limit: number; after?: string | undefined },
): Promise<{ location: string; refused: readonly DataFault[] }[]> {
  let query = db.selectFrom('pushed_locations').select(['location', 'refused']).where('source', '=', source);
  if (after !== undefined) query = query.where('location', '>', after);
  const rows = await query.where('refused', '!=', '[]').orderBy('location').limit(limit).execute();
  return rows.map(({ location, refused }) => ({ location, refused: PUSHED_LOCATION.refused.decode(refused) }));
}

interface SitesQuery {
  limit: number;
  /** Only sites after this one. */
  after?: string | undefined;
  /** Only sites with a point whose EVSE ID, city or street contains this text. */
  find?: string | undefined;
  /** Only sites with a point of this client. Points of other clients do not count. */
  clientId?: string | undefined;
}

/** Lists the sites of current points as 'City, street', with the number of points. */
export async function listSites(
  db: Db,
  { limit, after, find, clientId }: SitesQuery,
): Promise<{ place: string; points: number }[]> {
  let query = db
    .selectFrom('points')
    .select(eb => ['place', eb.fn.countAll().as('points')])
    .where('is_current', '=', 1);
  if (after !== undefined) query = query.where('place', '>', after);
  if (clientId !== undefined) query = query.where('client_id', '=', clientId);
  if (find !== undefined) {
    let found = db.selectFrom('points').select('place').where('is_current', '=', 1);
    if (clientId !== undefined) found = found.where('client_id', '=', clientId);
    query = query.where(
      'place',
      'in',
      found.where(eb => eb.or(wordsIn(find))),
    );
  }
  const rows = await query.groupBy('place').orderBy('place').limit(limit).execute();
  return rows.map(({ place, points }) => ({ place, points: Number(points) }));
}
