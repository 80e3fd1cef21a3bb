import type { OperatedFile } from '../../../shared/console/files.ts';
import { type LabelLine, type LabelLocation, type LabelSelection, MAX_LABEL_POINTS } from '../../../shared/console/labels.ts';
import type { Some } from '../../../shared/console/stations.ts';
import type { LabelPlug } from '../../core/ports/ports.ts';
import { yieldToEventLoop } from '../../platform/yieldToEventLoop.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { findPointRow, listPointRows, listSites, type PointRow } from '../../store/shop/points.ts';
import type { Actor } from '../acts/actor.ts';
import { noteExport } from '../acts/noteExport.ts';
import { labelColors } from './labelPage.ts';
import { labelPlugs } from './labelPlugs.ts';
import { labelsPdf } from './labelsPdf.ts';
import { labelAddress, qrModules } from './qrCode.ts';
import { page } from './stationLists.ts';

/** Number of charging points per page of the list of labels. */
const MAX_POINTS = 24;
const MAX_SITES = 20;

/** Lists the locations of charging points. */
export async function listLabelLocations(
  { store }: OperatorContext,
  { brand: clientId, ...query }: { find?: string; after?: string; brand?: string },
): Promise<Some<LabelLocation>> {
  const sites = await listSites(store.db, { ...query, clientId, limit: MAX_SITES + 1 });
  const { rows, after } = page(sites, MAX_SITES, ({ place }) => place);
  return { lines: rows, after };
}

/** Lists the labels of the plugs at one location. */
export async function listLabels(
  { store, linkOrigin }: OperatorContext,
  { at, after, brand: clientId }: { at: string; after?: string; brand?: string },
): Promise<Some<LabelLine>> {
  const found = await listPointRows(store.db, { limit: MAX_POINTS + 1, after, places: [at], clientId });
  const { rows, after: next } = page(found, MAX_POINTS, ({ point }) => point.evseId);
  const lines: LabelLine[] = [];
  for (const plug of await labelPlugs(store.db, pointsOf(rows))) {
    lines.push(lineOf(plug, linkOrigin));
    // Computing a QR code takes some milliseconds, so other requests are served in between.
    await yieldToEventLoop();
  }
  return { lines, after: next };
}

const pointsOf = (rows: readonly PointRow[]) => rows.map(({ point }) => point);

function lineOf({ client, point: { evseId }, connector: { id, number, kind, powerW } }: LabelPlug, origin: string): LabelLine {
  const address = labelAddress(origin, evseId);
  const { fill, onFill } = labelColors(client);
  const { host } = new URL(origin);
  return { evseId, connector: id, number, kind, powerW, address, host, modules: qrModules(address), fill, onFill };
}

/**
 * Exports QR code labels as a file for printing. The audit log records the export.
 * @returns null if there are no such labels, 'too-many' if they belong to more than `MAX_LABEL_POINTS` charging points
 */
export async function exportLabels(
  context: OperatorContext,
  asker: Actor,
  selection: LabelSelection,
): Promise<OperatedFile | 'too-many' | null> {
  const rows = await selectedRows(context, selection);
  if (rows.length > MAX_LABEL_POINTS) return 'too-many';
  const locations = new Set(selection.locations);
  const single = new Set(selection.plugs.map(({ evseId, connector }) => `${evseId} ${connector}`));
  const isWhole = new Map(rows.map(({ point, place }) => [point.evseId, locations.has(place)]));
  const plugs = (await labelPlugs(context.store.db, pointsOf(rows))).filter(
    ({ point, connector }) => isWhole.get(point.evseId) || single.has(`${point.evseId} ${connector.id}`),
  );
  if (plugs.length === 0) return null;
  const { translator, linkOrigin: origin } = context;
  const bytes = await (context.drawLabels ? context.drawLabels({ plugs, origin }) : labelsPdf({ plugs, origin, translator }));
  const at = [...new Set(rows.map(({ place }) => place))].join('; ');
  const facts = { about: at, kind: 'labels', at, count: plugs.length };
  await noteExport({ store: context.store, now: context.clock.now() }, asker, facts);
  return { fileName: 'labels.pdf', contentType: 'application/pdf', bytes: oneOf(bytes) };
}

/** Returns the points with a selected plug, each once. */
async function selectedRows(
  { store }: OperatorContext,
  { locations, plugs, brand: clientId }: LabelSelection,
): Promise<readonly PointRow[]> {
  const query = { limit: MAX_LABEL_POINTS + 1, places: locations, clientId };
  const rows = locations.length === 0 ? [] : await listPointRows(store.db, query);
  const found = new Map(rows.map(row => [row.point.evseId, row]));
  for (const evseId of new Set(plugs.map(plug => plug.evseId))) {
    const row = found.has(evseId) ? null : await findPointRow(store.db, evseId);
    if (row && (clientId === undefined || row.point.clientId === clientId)) found.set(evseId, row);
  }
  return [...found.values()];
}

async function* oneOf(bytes: Uint8Array) {
  yield bytes;
}
