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

/** Creates the status of one point (AFIR art. 20(2)(c)). Both times are in epoch milliseconds. */
function statusOfPoint(point: PublishedPoint, { status, since }: { status: PointStatus; since: number }) {
  return {
    aegiElectricChargingPointStatus: {
      reference: { targetClass: 'FacilityObject', idG: point.evseId, versionG: point.version },
      lastUpdated: utc(since),
      ...(status === 'inoperative' ? { operationStatus: { value: 'notInOperation' } } : {}),
      status: { value: status },
      energyRateUpdate: point.energyRateUpdate,
    },
  };
}

/** Groups the status of the points of one site by station. */
export function statusOfSite(
  points: readonly { point: PublishedPoint; status: PointStatus; since: number }[],
): Readonly<Record<string, unknown>> {
  const [first] = points;
  if (!first) throw new Error('A site has at least one point');
  const { siteId, siteVersion } = first.point;
  const newest = (some: typeof points) => utc(Math.max(...some.map(({ since }) => since)));
  const stations = Map.groupBy(points, ({ point }) => point.stationId);
  return {
    reference: { targetClass: 'FacilityObject', idG: siteId, versionG: siteVersion },
    lastUpdated: newest(points),
    energyInfrastructureStationStatus: [...stations].map(([idG, own]) => ({
      reference: { targetClass: 'FacilityObject', idG, versionG: own[0]?.point.stationVersion },
      lastUpdated: newest(own),
      refillPointStatus: own.map(({ point, ...state }) => statusOfPoint(point, state)),
    })),
  };
}
