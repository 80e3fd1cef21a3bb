import type { PointRecord } from '../../core/records/records.ts';
import { FILES } from '../../core/records/tariffPeriods.ts';
import type { Db } from '../engine/database.ts';
import { POINT } from '../tables/catalogueTables.ts';
import { type Reach, type SoldState, soldState } from './plugs.ts';

// Points, prices and states for the public feed of a brand. Points of other operators, which arrive over OCPI, are left out: their
// operators publish them.

export interface FeedPoint {
  point: PointRecord;
  place: string;
  compact: string;
  /** Time of the last change of the point's data. */
  changedAt: Date;
}

/** Lists the current points of a brand from the operator's files, those at one address together. */
export async function listFeedPoints(
  db: Db,
  { clientId, after, limit }: { clientId: string; after: Pick<FeedPoint, 'place' | 'compact'> | null; limit: number },
): Promise<FeedPoint[]> {
  let query = db
    .selectFrom('points')
    .select(['json', 'place', 'compact', 'changed_at'])
    .where('is_current', '=', 1)
    .where('client_id', '=', clientId)
    .where('source', '=', FILES);
  if (after)
    query = query.where(eb =>
      eb.or([eb('place', '>', after.place), eb.and([eb('place', '=', after.place), eb('compact', '>', after.compact)])]),
    );
  const rows = await query.orderBy('place').orderBy('compact').limit(limit).execute();
  return rows.map(({ json, place, compact, changed_at }) => {
    return { point: POINT.point.decode(json), place, compact, changedAt: new Date(changed_at) };
  });
}

export interface FeedPlug {
  evseId: string;
  compact: string;
  connector: string;
  state: SoldState;
  fault: string | null;
  updatedAt: Date;
}

/** Lists the states of the connectors of `listFeedPoints`, in the order of the normalized EVSE IDs. */
export async function listFeedPlugs(
  db: Db,
  { clientId, after, limit, reach }: { clientId: string; after: string; limit: number; reach: Reach | null },
): Promise<FeedPlug[]> {
  const some = db
    .selectFrom('points')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('is_current', '=', 1)
    .where('source', '=', FILES)
    .where('compact', '>', after)
    .orderBy('compact')
    .limit(limit);
  const rows = await db
    .selectFrom(some.as('points'))
    .innerJoin('plugs', 'plugs.evse_id', 'points.evse_id')
    .select(['points.evse_id', 'points.compact', 'plugs.connector', soldState(reach).as('state')])
    .select(['plugs.fault', 'plugs.updated_at'])
    .orderBy('points.compact')
    .execute();
  return rows.map(({ evse_id, compact, connector, state, fault, updated_at }) => {
    return { evseId: evse_id, compact, connector, state, fault, updatedAt: new Date(updated_at) };
  });
}

/** Returns when a version of a tariff was added. */
export async function findAddedAt(db: Db, { id, version }: { id: string; version: string }): Promise<Date> {
  const row = await db
    .selectFrom('tariffs')
    .select('added_at')
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return new Date(row.added_at);
}
