import { sql } from 'kysely';
import type { Coordinates } from '../../core/records/coordinates.ts';
import type { PointRecord } from '../../core/records/records.ts';
import type { Db } from '../engine/database.ts';
import { engineOf } from '../engine/engine.ts';
import { degreesOf } from '../migrations/schema/degrees.ts';
import { POINT } from '../tables/catalogueTables.ts';

/** Metres of one degree of latitude. */
const DEGREE_M = 111_195;

/** Selects current points of a brand that are switched on and of which no connector is known to be unusable. */
const usable = (db: Db, clientId: string) =>
  db
    .selectFrom('points')
    .select('json')
    .where('client_id', '=', clientId)
    .where('is_current', '=', 1)
    .where('switched_off', 'is', null)
    // A connector without a row has never been reported. The state in the catalogue then applies, which the caller checks.
    .where(({ or, not, exists, selectFrom }) => {
      const plugs = selectFrom('plugs').select('plugs.state').whereRef('plugs.evse_id', '=', 'points.evse_id');
      return or([not(exists(plugs)), exists(plugs.where('plugs.state', 'in', ['available', 'preparing']))]);
    });

/** Lists points of a brand at one site that may have free connectors, in the order of their EVSE IDs. */
export async function listUsableAt(
  db: Db,
  /** `site`: 'City, street', as in the generated column `points.place`. */
  { clientId, site, limit }: { clientId: string; site: string; limit: number },
): Promise<PointRecord[]> {
  const rows = await usable(db, clientId).where('place', '=', site).orderBy('compact').limit(limit).execute();
  return rows.map(({ json }) => POINT.point.decode(json));
}

interface NearRequest {
  clientId: string;
  from: Coordinates;
  radiusM: number;
  /** The site whose points are left out. */
  except: string;
  limit: number;
}

/** Lists points of a brand within about `radiusM` metres that may have free connectors, the nearest first. */
export async function listUsableNear(db: Db, { clientId, from, radiusM, except, limit }: NearRequest): Promise<PointRecord[]> {
  const { latitude, longitude } = from;
  const north = radiusM / DEGREE_M;
  // Degrees of longitude are shorter than those of latitude. At the poles, every longitude is near.
  const shorter = Math.max(Math.cos((latitude * Math.PI) / 180), 0.01);
  const east = north / shorter;
  const engine = engineOf(db);
  const [lat, lon] = [sql.raw<number>(degreesOf('latitude', engine)), sql.raw<number>(degreesOf('longitude', engine))];
  const away = sql<number>`(${lat} - ${latitude}) * (${lat} - ${latitude})
    + (${lon} - ${longitude}) * (${lon} - ${longitude}) * ${shorter * shorter}`;
  const rows = await usable(db, clientId)
    .where(lat, '>=', latitude - north)
    .where(lat, '<=', latitude + north)
    .where(lon, '>=', longitude - east)
    .where(lon, '<=', longitude + east)
    .where('place', '!=', except)
    .orderBy(away)
    .orderBy('compact')
    .limit(limit)
    .execute();
  return rows.map(({ json }) => POINT.point.decode(json));
}
