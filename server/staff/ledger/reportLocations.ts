import type { ReportLocation, ReportPlug, ReportUse } from '../../../shared/console/reports.ts';
import type { PointLocation, UseRow } from '../../store/staff/useRows.ts';

interface LocationsOptions {
  /** Charging points with their addresses. */
  locations: readonly PointLocation[];
  /** Number of offered connectors by address. */
  connectorsAt: ReadonlyMap<string, number>;
  /** Elapsed part of the period in milliseconds. */
  elapsedMs: number;
}

/** Groups the use of connectors by address. Locations and connectors with most energy come first. */
export function locationsOf(use: readonly UseRow[], { locations, connectorsAt, elapsedMs }: LocationsOptions): ReportLocation[] {
  const locationOf = new Map(locations.map(location => [location.evseId, location]));
  const percent = (occupiedMs: number, connectors: number): number =>
    elapsedMs > 0 && connectors > 0 ? Math.min(100, (occupiedMs / (elapsedMs * connectors)) * 100) : 0;
  const plugs = [...Map.groupBy(use, ({ evseId, connector }) => `${evseId} ${connector}`).values()].flatMap(rows => {
    const [first] = rows;
    if (!first) return [];
    const sums = addUse(rows);
    const { evseId, connector } = first;
    const { isOffered = false } = locationOf.get(evseId) ?? {};
    return [{ evseId, connector, isOffered, ...sums, occupiedPercent: percent(sums.occupiedMs, 1) } satisfies ReportPlug];
  });
  return [...Map.groupBy(plugs, ({ evseId }) => locationOf.get(evseId)?.place ?? '')]
    .map(([place, group]): ReportLocation => {
      const sums = addUse(group);
      const connectors = Math.max(connectorsAt.get(place) ?? 0, group.length);
      return { place, connectors, ...sums, occupiedPercent: percent(sums.occupiedMs, connectors), plugs: group.sort(byEnergy) };
    })
    .sort(byEnergy);
}

const byEnergy = (one: ReportUse, other: ReportUse): number => other.energyWh - one.energyWh;

/** Adds up sessions, energy and occupied time. */
export const addUse = (all: readonly ReportUse[]): ReportUse => ({
  sessions: all.reduce((sum, { sessions }) => sum + sessions, 0),
  energyWh: all.reduce((sum, { energyWh }) => sum + energyWh, 0),
  occupiedMs: all.reduce((sum, { occupiedMs }) => sum + occupiedMs, 0),
});
