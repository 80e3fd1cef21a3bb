import { groupOf, PLUG_GROUPS, POINT_FILTERS, type PointFilter } from '../../../shared/console/plugGroups.ts';
import type { OperatedPoint } from '../../../shared/console/point.ts';
import {
  type ConnectionLine,
  type PointLine,
  type SoldConnection,
  type Some,
  STATION_FILTERS,
  type StationFilter,
  type StationKind,
  type StationLine,
  type Stations,
  type StationsQuery,
} from '../../../shared/console/stations.ts';
import { iso } from '../../../shared/model/time.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { OcppAdmin } from '../../runtime/stationAdmin.ts';
import { stationAddress } from '../../shop/catalogue/stationAddress.ts';
import { countFaultsOf } from '../../store/shop/faultReports.ts';
import { countPlugs, countPlugsAt } from '../../store/shop/plugs.ts';
import {
  countPointsOf,
  countRefused,
  listChargingPower,
  listPlugRows,
  listPointRows,
  listPointsOf,
  listRefusedAt,
  type PointRow,
} from '../../store/shop/points.ts';
import { listRemarks } from '../../store/shop/pushedLocations.ts';

export type Asking = Pick<OperatorContext, 'store' | 'stationAdmin'>;

const PAGE_SIZE = 50;

const isPointFilter = (is: string | undefined): is is PointFilter => POINT_FILTERS.some(name => name === is);
const isStationFilter = (is: string | undefined): is is StationFilter => STATION_FILTERS.some(name => name === is);

/**
 * Cuts the rows of a query to one page. The query must have requested one row more than `limit`.
 * @returns the rows, and as `after` the key of the last one; null if no page follows
 */
export function page<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => string,
): { rows: Row[]; after: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, after: rows.length > limit && last !== undefined ? keyOf(last) : null };
}

/** Lists charging points, stations and connections, one page at a time. */
export async function listStations(context: Asking, query: StationsQuery): Promise<Stations> {
  const { db } = context.store;
  const { kinds = [], ocpp = null, ocpi = null } = context.stationAdmin ?? {};
  const { is, find, brand } = query;
  // With a filter for charging points, no stations are listed, and vice versa. Stations have no brand.
  const wantsStations = !isPointFilter(is) && find === undefined && brand === undefined;
  const wantsPoints = !(wantsStations && isStationFilter(is)) && !query.isBySite;
  const wantsAll = is === undefined && wantsStations && query.after === undefined && query.afterStation === undefined;
  const points = wantsPoints && query.afterStation === undefined ? await pointsOf(context, query) : null;
  const addresses = [...new Set(points?.lines.map(({ city, street }) => `${city}, ${street}`))];
  return {
    kinds,
    plugs: await countPlugs(db, await reachOf(context), brand),
    points,
    plugsAtPlaces: await countPlugsAt(db, { places: addresses, clientId: brand }),
    stations: ocpp && wantsStations && query.after === undefined ? await stationsOf(context, ocpp, query) : null,
    refused: ocpp && (wantsAll || (wantsStations && is === 'new')) ? await ocpp.listRefused() : [],
    connections: ocpi && wantsAll ? await connectionsOf(context, await ocpi.list()) : [],
  };
}

async function pointsOf(context: Asking, { is, find, after, brand }: StationsQuery): Promise<Some<PointLine>> {
  const states = isPointFilter(is) ? PLUG_GROUPS[is].filter(state => state !== 'never-connected') : undefined;
  const reach = await reachOf(context);
  const filters = { find, states, isOff: is === 'off', reach, clientId: brand };
  const found = await listPointRows(context.store.db, { limit: PAGE_SIZE + 1, after, ...filters });
  const { rows, after: next } = page(found, PAGE_SIZE, ({ point }) => point.evseId);
  return { lines: await pointLines(context, rows, brand), after: next };
}

/**
 * Returns which station sources (OCPP, OCPI connections) are currently reachable. Null if unknown, because no station
 * administration is configured.
 */
export const reachOf = async ({ stationAdmin }: Asking) => (await stationAdmin?.reach()) ?? null;

/**
 * Returns charging points with the states of their plugs. All plugs are read by one query.
 * @param clientId only reports from pages of this client are counted
 */
export async function pointLines(context: Asking, rows: readonly PointRow[], clientId?: string): Promise<PointLine[]> {
  const evseIds = rows.map(({ point }) => point.evseId);
  const plugs = await listPlugRows(context.store.db, evseIds, await reachOf(context));
  const offline = new Set(plugs.filter(({ state }) => state === 'offline').map(({ evseId }) => evseId));
  const identities = rows.flatMap(({ point }) => (offline.has(point.evseId) ? (point.station?.chargePoint?.id ?? []) : []));
  const never = await context.stationAdmin?.ocpp?.listNeverConnected([...new Set(identities)]);
  const power = await listChargingPower(context.store.db, evseIds);
  const faults = await countFaultsOf(context.store.db, { evseIds, clientId });
  const byPlug = new Map(plugs.map(plug => [`${plug.evseId} ${plug.connector}`, plug]));
  return rows.map(({ point, off }) => {
    const { evseId, street, postalCode, city, connectors } = point;
    const source = stationAddress(point, '').source;
    const [kind = '', name = ''] = source.split(':');
    return {
      evseId,
      clientId: point.clientId,
      street,
      postalCode,
      city,
      kind: kind as StationKind,
      at: point.station?.chargePoint?.id ?? name,
      plugs: connectors.map(({ id, number, kind: plugKind, powerW }) => {
        const known = byPlug.get(`${evseId} ${id}`);
        const reached = known?.state ?? point.state;
        const state = reached === 'offline' && never?.has(point.station?.chargePoint?.id ?? '') ? 'never-connected' : reached;
        const chargingW = power.get(`${evseId} ${id}`) ?? null;
        const group = groupOf(known?.used ?? (off ? 'off' : point.state));
        return {
          id,
          number,
          kind: plugKind,
          powerW,
          state,
          group,
          since: iso(known?.since),
          fault: known?.fault ?? null,
          chargingW,
        };
      }),
      off,
      openFaults: faults.get(evseId) ?? 0,
    };
  });
}

async function stationsOf(context: Asking, ocpp: OcppAdmin, { is, afterStation }: StationsQuery) {
  const some = await ocpp.list({
    limit: PAGE_SIZE,
    ...(afterStation === undefined ? {} : { after: afterStation }),
    ...(isStationFilter(is) ? { is } : {}),
  });
  return { lines: await withPoints(context, some.lines), after: some.after };
}

async function withPoints(context: Asking, stations: readonly StationLine[]) {
  const rows = await listPointsOf(
    context.store.db,
    stations.map(({ identity }) => identity),
  );
  const byStation = Map.groupBy(await pointLines(context, rows), ({ at }) => at);
  return stations.map(station => ({ ...station, points: byStation.get(station.identity) ?? [] }));
}

export async function getStation(context: Asking, { identity }: { identity: string }) {
  const station = await context.stationAdmin?.ocpp?.find(identity);
  return station ? ((await withPoints(context, [station]))[0] ?? null) : null;
}

const sourceOf = (name: string): string => `ocpi:${name}`;

async function connectionsOf({ store }: Asking, connections: readonly ConnectionLine[]): Promise<SoldConnection[]> {
  const sold: SoldConnection[] = [];
  for (const connection of connections) {
    const source = sourceOf(connection.name);
    const points = await countPointsOf(store.db, source);
    sold.push({ ...connection, points, refused: await countRefused(store.db, source) });
  }
  return sold;
}

/**
 * Returns one connection, with its locations that are not offered to drivers and the reasons. Null if there is no such
 * connection.
 */
export async function getConnection(context: Asking, { name, after }: { name: string; after?: string }) {
  const named = (await context.stationAdmin?.ocpi?.list())?.filter(connection => connection.name === name) ?? [];
  const [connection] = await connectionsOf(context, named);
  if (!connection) return null;
  const found = await listRefusedAt(context.store.db, { source: sourceOf(name), limit: PAGE_SIZE + 1, after });
  const { rows, after: next } = page(found, PAGE_SIZE, ({ location }) => location);
  const lines = rows.flatMap(({ location, refused }) => refused.map(({ path, reason }) => ({ location, path, reason })));
  const remarks = await listRemarks(context.store.db, sourceOf(name));
  return { connection, refused: { lines, after: next }, remarks: remarks.map(({ path, reason }) => ({ path, reason })) };
}

/** Leaves only the error code of a fault. The maker of the station may write anything behind the code. */
const withFaultCode = <T extends { fault: string | null }>(faulty: T): T => ({
  ...faulty,
  fault: faulty.fault?.split(' ')[0] ?? null,
});

/**
 * Returns a charging point for a person who is limited to a brand. The device, and who switched the point off for which reason,
 * belong to the operator.
 */
export const pointOfBrand = (point: PointLine): PointLine => ({
  ...point,
  at: '',
  plugs: point.plugs.map(withFaultCode),
  off: point.off && { ...point.off, by: '', reason: '' },
});

/** Returns a charging point with its history, like `pointOfBrand`. A station reports its address on the network, among others. */
export const operatedOfBrand = ({ point, histories, ...operated }: OperatedPoint): OperatedPoint => ({
  ...operated,
  point: pointOfBrand(point),
  histories: histories.map(({ plug, changes }) => ({ plug, changes: changes.map(withFaultCode) })),
  station: null,
});
