import type { Site, Sites } from '../../../shared/console/stations.ts';
import { HOUR_MS } from '../../../shared/model/time.ts';
import type { Clock } from '../../core/ports/ports.ts';
import { later } from '../../core/records/instants.ts';
import { listAllOpenFaults } from '../../store/shop/faultReports.ts';
import { listPointRows, listSites, listTroubleSites, type PointRow } from '../../store/shop/points.ts';
import { type Asking, page, pointLines, reachOf } from './stationLists.ts';

const MAX_TROUBLE_SITES = 24;
const PAGE_SIZE = 48;
/** Maximum number of points of one list of places. A place with more points is shown in part. */
const MAX_POINTS = 500;
/** Maximum number of open reports that bring their places to the places with trouble. */
const MAX_FAULTS = 500;
/** A vehicle that has been standing without charging for this long keeps others from the plug. */
const LONG_STAY_MS = 2 * HOUR_MS;

/** Lists a page of the places of charging points. The first page also has the first places with trouble of all pages. */
export async function getSites(
  context: Asking & { clock: Pick<Clock, 'now'> },
  { after, brand: clientId }: { after?: string; brand?: string },
): Promise<Sites> {
  const { db } = context.store;
  const reach = await reachOf(context);
  const sites = await listSites(db, { limit: PAGE_SIZE + 1, after, clientId });
  const listed = page(sites, Math.min(PAGE_SIZE, countFitting(sites)), ({ place }) => place);
  const names = listed.rows.map(({ place }) => place);
  const faults = await listAllOpenFaults(db, MAX_FAULTS);
  const trouble = {
    clientId,
    states: ['unavailable', 'offline', 'off'],
    standing: ['suspended', 'finishing'],
    standingSince: later(context.clock.now(), -LONG_STAY_MS),
    evseIds: faults.filter(fault => clientId === undefined || fault.clientId === clientId).map(({ evseId }) => evseId),
  } as const;
  const first = await listTroubleSites(db, reach, { ...trouble, limit: MAX_TROUBLE_SITES });
  const here = await listTroubleSites(db, reach, { ...trouble, limit: PAGE_SIZE, places: names });
  const shown = after === undefined ? [...new Set([...first, ...here])] : here.filter(place => !first.includes(place));
  const fine = names.filter(place => !here.includes(place));
  return {
    trouble: await sitesOf(context, { places: shown, clientId }),
    fine: { lines: await sitesOf(context, { places: fine, clientId }), after: listed.after },
  };
}

/** Returns how many places fit on a page: the first ones that have at most `MAX_POINTS` points together, at least one place. */
function countFitting(sites: readonly { points: number }[]): number {
  let [count, total] = [0, 0];
  for (const { points } of sites) {
    total += points;
    if (count > 0 && total > MAX_POINTS) break;
    count += 1;
  }
  return count;
}

async function sitesOf(
  context: Asking,
  { places, clientId }: { places: readonly string[]; clientId: string | undefined },
): Promise<Site[]> {
  const rows = places.length === 0 ? [] : await listPointRows(context.store.db, { limit: MAX_POINTS, places, clientId });
  const lines = new Map((await pointLines(context, rows, clientId)).map(line => [line.evseId, line]));
  const bySite = Map.groupBy(rows, ({ place }: PointRow) => place);
  return places.map(place => ({
    place,
    points: (bySite.get(place) ?? []).flatMap(({ point }) => lines.get(point.evseId) ?? []),
  }));
}
