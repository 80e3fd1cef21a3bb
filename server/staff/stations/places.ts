import type { Place, Places } from '../../../shared/console/stations.ts';
import { LONG_PAUSE_MS } from '../../../shared/console/today.ts';
import type { Clock } from '../../core/ports/ports.ts';
import { later } from '../../core/records/instants.ts';
import { listPointRows, listSites, listTroublePlaces, type PointRow } from '../../store/shop/points.ts';
import { type Asking, page, pointLines, reachOf } from './stationLists.ts';

const MAX_TROUBLE_PLACES = 24;
const PAGE_SIZE = 48;
/** Maximum number of points of one page. A place with more points is shown in part. */
const MAX_POINTS = 500;

/** Lists the places of charging points, those with trouble first. */
export async function listPlaces(
  context: Asking & { clock: Pick<Clock, 'now'> },
  { after }: { after?: string },
): Promise<Places> {
  const { db } = context.store;
  const reach = await reachOf(context);
  const trouble = await listTroublePlaces(db, reach, {
    states: ['unavailable', 'offline', 'off'],
    standing: ['suspended', 'finishing'],
    standingSince: later(context.clock.now(), -LONG_PAUSE_MS),
    limit: MAX_TROUBLE_PLACES,
  });
  const sites = page(await listSites(db, { limit: PAGE_SIZE + 1, after }), PAGE_SIZE, ({ place }) => place);
  const fine = sites.rows.map(({ place }) => place).filter(place => !trouble.includes(place));
  return {
    trouble: after === undefined ? await placesOf(context, trouble) : [],
    fine: { lines: await placesOf(context, fine), after: sites.after },
  };
}

async function placesOf(context: Asking, places: readonly string[]): Promise<Place[]> {
  const rows = places.length === 0 ? [] : await listPointRows(context.store.db, { limit: MAX_POINTS, places });
  const lines = new Map((await pointLines(context, rows)).map(line => [line.evseId, line]));
  const byPlace = Map.groupBy(rows, ({ place }: PointRow) => place);
  return places.map(place => ({
    place,
    points: (byPlace.get(place) ?? []).flatMap(({ point }) => lines.get(point.evseId) ?? []),
  }));
}
