import type { PlugState } from '../../../shared/charging/session.ts';
import { utc } from './publication.ts';
import type { PublishedPoint } from './table.ts';

/** State of one connector: as the station reported the state, 'offline' without a connection, or 'off' by the operator. */
export interface ConnectorStatus {
  state: PlugState | 'offline' | 'off';
  /** Fault code of the station. Null: none. */
  fault: string | null;
}

export type PointStatus = 'available' | 'charging' | 'occupied' | 'outOfOrder' | 'faulted' | 'inoperative' | 'unknown';

/**
 * Returns the status of a charging point from the states of its connectors. A point whose station is not connected is 'unknown',
 * whatever the station last reported.
 */
export function pointStatus(connectors: readonly ConnectorStatus[]): PointStatus {
  const states = new Set(connectors.map(({ state }) => state));
  if (states.has('off')) return 'inoperative';
  if (states.has('charging')) return 'charging';
  if (['occupied', 'preparing', 'finishing', 'suspended'].some(state => states.has(state as PlugState))) return 'occupied';
  if (states.has('available')) return 'available';
  const known = connectors.filter(({ state }) => state === 'unavailable');
  if (known.length === 0 || known.length < connectors.length) return 'unknown';
  return known.every(({ fault }) => fault !== null) ? 'faulted' : 'outOfOrder';
}

interface SitePoint {
  point: PublishedPoint;
  status: PointStatus;
  /** Epoch milliseconds. */
  since: number;
}

/** Writes the status of one point as JSON (AFIR art. 20(2)(c)). */
function statusOfPoint({ point, status, since }: SitePoint): string {
  const state = JSON.stringify({
    reference: { targetClass: 'FacilityObject', idG: point.evseId, versionG: point.version },
    lastUpdated: utc(since),
    ...(status === 'inoperative' ? { operationStatus: { value: 'notInOperation' } } : {}),
    status: { value: status },
  });
  return `{"aegiElectricChargingPointStatus":${state.slice(0, -1)},"energyRateUpdate":${point.energyRateUpdate}}}`;
}

/** Writes the status of the points of one site as JSON, grouped by station. */
export function statusOfSite(points: readonly SitePoint[]): string {
  const [first] = points;
  if (!first) throw new Error('A site has at least one point');
  const { siteId, siteVersion } = first.point;
  const reference = (idG: string, versionG: string, own: readonly SitePoint[]) =>
    JSON.stringify({
      reference: { targetClass: 'FacilityObject', idG, versionG },
      lastUpdated: utc(Math.max(...own.map(({ since }) => since))),
    }).slice(0, -1);
  const stations = [...Map.groupBy(points, ({ point }) => point.stationId)].map(([id, own]) => {
    const [{ point }] = own as [SitePoint];
    return `${reference(id, point.stationVersion, own)},"refillPointStatus":[${own.map(statusOfPoint).join(',')}]}`;
  });
  return `${reference(siteId, siteVersion, points)},"energyInfrastructureStationStatus":[${stations.join(',')}]}`;
}
