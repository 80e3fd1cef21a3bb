import type { Site, Sites } from '../../../shared/console/stations.ts';
import { LONG_PAUSE_MS } from '../../../shared/console/today.ts';
import type { Clock } from '../../core/ports/ports.ts';
import { later } from '../../core/records/instants.ts';
import { listPointRows, listSites, listTroubleSites, type PointRow } from '../../store/shop/points.ts';
import { type Asking, page, pointLines, reachOf } from './stationLists.ts';

const MAX_TROUBLE_SITES = 24;
const PAGE_SIZE = 48;
/** Maximum number of points of one page. A place with more points is shown in part. */
const MAX_POINTS = 500;

/** Lists the places of charging points, those with trouble first. */
export async function getSites(context: Asking & { clock: Pick<Clock, 'now'> }, { after }: { after?: string }): Promise<Sites> {
  const { db } = context.store;
  const reach = await reachOf(context);
  const trouble = await listTroubleSites(db, reach, {
    states: ['unavailable', 'offline', 'off'],
    standing: ['suspended', 'finishing'],
    standingSince: later(context.clock.now(), -LONG_PAUSE_MS),
    limit: MAX_TROUBLE_SITES,
  });
  const listed = page(await listSites(db, { limit: PAGE_SIZE + 1, after }), PAGE_SIZE, ({ place }) => place);
  const fine = listed.rows.map(({ place }) => place).filter(place => !trouble.includes(place));
  return {
    trouble: after === undefined ? await sitesOf(context, trouble) : [],
    fine: { lines: await sitesOf(context, fine), after: listed.after },
  };
}

async function sitesOf(context: Asking, names: readonly string[]): Promise<Site[]> {
  const rows = names.length === 0 ? [] : await listPointRows(context.store.db, { limit: MAX_POINTS, places: names });
  const lines = new Map((await pointLines(context, rows)).map(line => [line.evseId, line]));
  const bySite = Map.groupBy(rows, ({ place }: PointRow) => place);
  return names.map(place => ({
    place,
    points: (bySite.get(place) ?? []).flatMap(({ point }) => lines.get(point.evseId) ?? []),
  }));
}
