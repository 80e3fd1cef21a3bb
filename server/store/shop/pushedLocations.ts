import type { ExpressionBuilder } from 'kysely';
import { compactId } from '../../../shared/model/evseId.ts';
import type { PushedLocation } from '../../core/ports/cataloguePort.ts';
import type { PlugStatus } from '../../core/ports/stationPort.ts';
import type { DataFault, PointRecord } from '../../core/records/records.ts';
import { inOrder } from '../../core/records/tariffPeriods.ts';
import type { Db, Trx } from '../engine/database.ts';
import { isWanted } from '../jobs/webhookEvents.ts';
import { POINT, PUSHED_LOCATION } from '../tables/catalogueTables.ts';
import { codecOf } from '../tables/codec.ts';
import type { Tables } from '../tables/tables.ts';
import { addTariff, portions, putPoints } from './catalogueRows.ts';
import { emitPlug, PLUG_EVENT_TYPES } from './plugEvents.ts';

const codec = codecOf(PUSHED_LOCATION);
const pointCodec = codecOf(POINT);

/** Locations that station sources have pushed. */

interface LocationKey {
  source: string;
  location: string;
}

/**
 * Stores the points, tariffs, errors and warnings of these locations. Call `retirePoints` first, so that points that are missing
 * from the report are no longer offered.
 */
export async function replaceLocations(trx: Trx, reported: readonly PushedLocation[], now: Date): Promise<void> {
  await addTariffs(trx, reported, now);
  const points = reported.flatMap(({ source, location, points }) => points.map(point => ({ source, location, point })));
  for (const some of portions(points)) await addPoints(trx, some, now);
  for (const { source, location, refused, remarks = [] } of reported) {
    const row = codec.encode({ source, location, refused, remarks: remarks.length > 0 ? remarks : null, updatedAt: now });
    await trx
      .insertInto('pushed_locations')
      .values(row)
      .onConflict(conflict => conflict.columns(['source', 'location']).doUpdateSet(row))
      .execute();
  }
}

/** Stores each tariff once. Every location contains all tariffs that it uses, so several may contain the same tariff. */
async function addTariffs(trx: Trx, reported: readonly PushedLocation[], now: Date): Promise<void> {
  const periods = reported.flatMap(({ source, tariffs }) => tariffs.map(tariff => ({ source, tariff })));
  const unique = new Map(
    periods.map(({ source, tariff }) => [`${tariff.id} ${tariff.from} ${tariff.version}`, { source, tariff }]),
  );
  const bySource = Map.groupBy(unique.values(), ({ source }) => source);
  for (const [source, named] of bySource) {
    const ids = [...new Set(named.map(({ tariff }) => tariff.id))];
    await trx.deleteFrom('tariff_periods').where('tariff_id', 'in', ids).where('source', '=', source).execute();
    for (const tariff of inOrder(named.map(({ tariff }) => tariff))) await addTariff(trx, tariff, { source, now });
  }
}

async function addPoints(trx: Trx, reported: readonly (LocationKey & { point: PointRecord })[], now: Date): Promise<void> {
  const rows = reported.map(({ source, location, point }) => {
    const { evseId, clientId, station } = point;
    const [compact, chargePoint] = [compactId(evseId), station?.chargePoint?.id ?? null];
    return pointCodec.encode({ evseId, compact, clientId, point, isCurrent: true, source, location, chargePoint });
  });
  await putPoints(trx, rows, now);
  const plugs = reported.flatMap(({ point: { evseId, connectors, state } }) =>
    connectors.map(({ id }) => ({ evse_id: evseId, connector: id, state, updated_at: now.getTime() })),
  );
  for (const some of portions(plugs))
    await trx
      .insertInto('plugs')
      .values(some)
      .onConflict(conflict =>
        conflict
          .columns(['evse_id', 'connector'])
          .doUpdateSet(eb => ({ state: eb.ref('excluded.state'), updated_at: eb.ref('excluded.updated_at') }))
          .where(eb => eb('plugs.state', '!=', eb.ref('excluded.state'))),
      )
      .execute();
}

/** Stores the reported states of a location's connectors. An unchanged state retains the time since which it applies. */
export async function putPlugs(trx: Trx, reported: LocationKey & { plugs: readonly PlugStatus[] }, now: Date): Promise<void> {
  for (const { evseId, connector, state } of reported.plugs) {
    const offered = trx.selectFrom('points').select('evse_id').where('compact', '=', compactId(evseId));
    const own = offered.where('source', '=', reported.source).where('location', '=', reported.location);
    const before = (await isWanted(trx, PLUG_EVENT_TYPES))
      ? await trx
          .selectFrom('plugs')
          .select(['evse_id', 'state'])
          .where('evse_id', 'in', own)
          .where('connector', '=', connector)
          .executeTakeFirst()
      : undefined;
    const plugs = trx.updateTable('plugs').set({ state, updated_at: now.getTime() });
    await plugs.where('evse_id', 'in', own).where('connector', '=', connector).where('state', '!=', state).execute();
    if (before) await emitPlug(trx, before.state, { evseId: before.evse_id, connector, state });
  }
}

/** @returns the points that are no longer offered */
export async function removeLocation(trx: Trx, { source, location }: LocationKey): Promise<RetiredPoint[]> {
  const retired = await retirePoints(trx, [{ source, location }]);
  await trx.deleteFrom('pushed_locations').where('source', '=', source).where('location', '=', location).execute();
  return retired;
}

interface RetiredPoint {
  evseId: string;
}

/**
 * Stops offering the points of these locations.
 * @returns these points
 */
export async function retirePoints(trx: Trx, locations: readonly LocationKey[]): Promise<RetiredPoint[]> {
  const retired: RetiredPoint[] = [];
  for (const [source, reported] of Map.groupBy(locations, location => location.source)) {
    const named = reported.map(({ location }) => location);
    const points = trx.updateTable('points').set({ is_current: 0 });
    const current = points.where('source', '=', source).where('location', 'in', named);
    retired.push(...(await current.returning('evse_id as evseId').execute()));
  }
  return retired;
}

/** Stops offering all points of an OCPI party. The keys of a party's locations begin with the party. */
export async function retireParty(trx: Trx, { source, party }: { source: string; party: string }): Promise<void> {
  const prefix = `${party}*`;
  const points = trx.updateTable('points').set({ is_current: 0 }).where('source', '=', source);
  const begins = (eb: ExpressionBuilder<Tables, 'points'>) =>
    eb.fn<string>('substr', ['location', eb.val(1), eb.val(prefix.length)]);
  await points.where(eb => eb(begins(eb), '=', prefix)).execute();
}

interface Teller {
  source: string;
  location: string | null;
}

/**
 * Finds the station source and location of each current point with one of these EVSE IDs. The keys of the result are normalized
 * EVSE IDs.
 */
export async function findTellers(db: Db, evseIds: readonly string[]): Promise<Map<string, Teller>> {
  const tellers = new Map<string, Teller>();
  for (const some of portions([...new Set(evseIds.map(compactId))])) {
    const points = db.selectFrom('points').select(['compact', 'source', 'location']).where('compact', 'in', some);
    for (const { compact, ...teller } of await points.where('is_current', '=', 1).execute()) tellers.set(compact, teller);
  }
  return tellers;
}

/** Lists the parts of a station source's locations that cannot be offered, each with the reason. */
export async function listRefused(db: Db, source: string): Promise<readonly DataFault[]> {
  const rows = await db
    .selectFrom('pushed_locations')
    .select('refused')
    .where('source', '=', source)
    .orderBy('location')
    .execute();
  return rows.flatMap(({ refused }) => PUSHED_LOCATION.refused.decode(refused));
}

/** Beginning of the JSON path of a warning about prices. */
const TARIFFS = '$.tariffs';
const MAX_REMARKS = 200;
/**
 * Maximum number of locations that are searched for warnings. More are unnecessary, because many locations repeat the warnings
 * about one tariff.
 */
const MAX_LOCATIONS_READ = 1000;

/** Lists the warnings about a station source's locations, without duplicates, those about prices first. */
export async function listRemarks(db: Db, source: string): Promise<readonly DataFault[]> {
  const query = db.selectFrom('pushed_locations').select('remarks').where('source', '=', source).where('remarks', 'is not', null);
  const rows = await query.orderBy('location').limit(MAX_LOCATIONS_READ).execute();
  const all = rows.flatMap(({ remarks }) => PUSHED_LOCATION.remarks.decode(remarks) ?? []);
  const unique = [...new Map(all.map(remark => [`${remark.path} ${remark.reason}`, remark])).values()];
  return unique.sort((a, b) => Number(b.path.startsWith(TARIFFS)) - Number(a.path.startsWith(TARIFFS))).slice(0, MAX_REMARKS);
}
