import type { DataFault, PointRecord } from '../../core/records/records.ts';
import type { Db, Trx } from '../engine/database.ts';
import { literally } from '../engine/literally.ts';
import { POINT, PUSHED_LOCATION, SWITCHED_OFF, type SwitchedOff } from '../tables/catalogueTables.ts';
import { compactId } from './catalogue.ts';
import { type Reach, reachedState, type SoldState, soldState } from './plugs.ts';

// A current point, as lists in the console show it.

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
  /** Only points whose EVSE ID begins with this text. */
  find?: string | undefined;
  /** Only points with a connector in one of these states. */
  states?: readonly SoldState[] | undefined;
  /** Which stations are reachable. Connectors of all other stations are offline. Absent or null: all stations are reachable. */
  reach?: Reach | null;
  isOff?: boolean;
  place?: string | undefined;
}

const COLUMNS = ['json', 'place', 'switched_off'] as const;

const decoded = ({ json, place, switched_off }: { json: string; place: string; switched_off: string | null }): PointRow => ({
  point: POINT.point.decode(json),
  place,
  off: SWITCHED_OFF.decode(switched_off),
});

const LAST = 'Z'.repeat(48);

/** Lists current points, in the order of their normalized EVSE IDs. */
export async function listPointRows(db: Db, request: PointsQuery): Promise<PointRow[]> {
  const { limit, after, find, states, isOff, place, reach = null } = request;
  let query = db.selectFrom('points').select(COLUMNS).where('is_current', '=', 1);
  if (after !== undefined) query = query.where('compact', '>', compactId(after));
  const begins = compactId(find ?? '');
  // Normalized EVSE IDs contain only letters and digits, which all collations sort alike. This range therefore contains all IDs
  // with this beginning.
  if (begins !== '') query = query.where('compact', '>=', begins).where('compact', '<=', begins + LAST);
  if (isOff) query = query.where('switched_off', 'is not', null);
  if (place !== undefined) query = query.where('place', '=', place);
  if (states)
    query = query.where(eb =>
      eb.exists(
        eb
          .selectFrom('plugs')
          .select('plugs.state')
          .whereRef('plugs.evse_id', '=', 'points.evse_id')
          .where(soldState(reach), 'in', states),
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

/** Lists the current points at these OCPP charging stations. */
export async function listPointsOf(db: Db, chargePoints: readonly string[]): Promise<PointRow[]> {
  if (chargePoints.length === 0) return [];
  const query = db.selectFrom('points').select(COLUMNS).where('charge_point', 'in', chargePoints);
  return (await query.where('is_current', '=', 1).orderBy('compact').execute()).map(decoded);
}

/** Lists the connectors of these points, with their state by `reachedState` and the time of its last change. */
export async function listPlugRows(db: Db, evseIds: readonly string[], reach: Reach | null = null) {
  if (evseIds.length === 0) return [];
  const rows = await db
    .selectFrom('plugs')
    .innerJoin('points', 'points.evse_id', 'plugs.evse_id')
    .select(['plugs.evse_id', 'plugs.connector', reachedState(reach).as('reached'), 'plugs.updated_at'])
    .where('plugs.evse_id', 'in', evseIds)
    .execute();
  return rows.map(({ evse_id, connector, reached, updated_at }) => ({
    evseId: evse_id,
    connector,
    state: reached,
    since: new Date(updated_at),
  }));
}

/** Counts the current points that staff have switched off. */
export async function countOff(db: Db): Promise<number> {
  const query = db.selectFrom('points').select(eb => eb.fn.countAll().as('count'));
  const row = await query.where('switched_off', 'is not', null).where('is_current', '=', 1).executeTakeFirstOrThrow();
  return Number(row.count);
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
  /** Only sites whose town or street contains this text, or that have a point whose EVSE ID begins with this text. */
  find?: string | undefined;
}

/** Lists the sites of current points as 'City, street', with the number of points. */
export async function listSites(db: Db, { limit, after, find = '' }: SitesQuery): Promise<{ place: string; points: number }[]> {
  let query = db
    .selectFrom('points')
    .select(eb => ['place', eb.fn.countAll().as('points')])
    .where('is_current', '=', 1);
  if (after !== undefined) query = query.where('place', '>', after);
  if (find !== '') {
    const begins = compactId(find);
    const ofPoint = db.selectFrom('points').select('place').where('is_current', '=', 1);
    const found = ofPoint.where('compact', '>=', begins).where('compact', '<=', begins + LAST);
    query = query.where(eb =>
      eb.or([
        ...spellings(find).map(text => eb(eb.fn<string>('lower', ['place']), 'like', `%${literally(text)}%`)),
        ...(begins === '' ? [] : [eb('place', 'in', found)]),
      ]),
    );
  }
  const rows = await query.groupBy('place').orderBy('place').limit(limit).execute();
  return rows.map(({ place, points }) => ({ place, points: Number(points) }));
}

/** Returns a text in small letters as PostgreSQL and as SQLite writes them: SQLite knows the small letters of ASCII only. */
const spellings = (text: string): readonly string[] => [
  ...new Set([text.toLowerCase(), text.replace(/[A-Z]/g, letter => letter.toLowerCase())]),
];
