import type { OperatedFile } from '../../../shared/console/files.ts';
import type { LabelLine, Labels, LabelsQuery } from '../../../shared/console/stations.ts';
import { yieldToEventLoop } from '../../platform/yieldToEventLoop.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { listPointRows, listSites, type PointRow } from '../../store/shop/points.ts';
import type { Actor } from '../acts/actor.ts';
import { noteExport } from '../acts/noteExport.ts';
import { labelPlugs } from './labelPlugs.ts';
import { labelsPdf } from './labelsPdf.ts';
import { labelAddress, qrModules } from './qrCode.ts';
import { page } from './stationLists.ts';

/** Number of charging points per page of the list of QR code labels, and per file. */
const MAX_POINTS = 24;
const MAX_SITES = 20;

async function rowsOf({ store }: OperatorContext, { at, after }: LabelsQuery) {
  const found = await listPointRows(store.db, { limit: MAX_POINTS + 1, after, places: at === undefined ? undefined : [at] });
  return page(found, MAX_POINTS, ({ point }) => point.evseId);
}

/** Lists the QR code labels of the plugs at one location, or at all locations. */
export async function listLabels(context: OperatorContext, query: LabelsQuery): Promise<Labels> {
  const { rows, after } = await rowsOf(context, query);
  const lines: LabelLine[] = [];
  for (const row of rows) {
    lines.push(...labelsOf(row, context.linkOrigin));
    // Computing a QR code takes some milliseconds, so other requests are served in between.
    await yieldToEventLoop();
  }
  const sites = await listSites(context.store.db, { limit: MAX_SITES + 1, after: query.afterLocation });
  const { rows: shown, after: next } = page(sites, MAX_SITES, ({ place }) => place);
  return { labels: { lines, after }, locations: { lines: shown, after: next } };
}

function labelsOf({ point, place }: PointRow, origin: string): LabelLine[] {
  const { evseId, street, city, connectors } = point;
  const address = labelAddress(origin, evseId);
  const modules = qrModules(address);
  return connectors.map(({ id, number }) => ({ evseId, connector: id, number, street, city, place, address, modules }));
}

/**
 * Exports the listed QR code labels as a file for printing. The audit log records the export.
 * @returns null if there are no plugs
 */
export async function exportLabels(context: OperatorContext, asker: Actor, query: LabelsQuery): Promise<OperatedFile | null> {
  const { rows } = await rowsOf(context, query);
  const plugs = await labelPlugs(
    context.store.db,
    rows.map(({ point }) => point),
  );
  if (plugs.length === 0) return null;
  const { translator, linkOrigin: origin } = context;
  const bytes = await (context.drawLabels ? context.drawLabels({ plugs, origin }) : labelsPdf({ plugs, origin, translator }));
  const facts = { about: query.at ?? 'labels', kind: 'labels', at: query.at ?? '', count: plugs.length };
  await noteExport({ store: context.store, now: context.clock.now() }, asker, facts);
  return { fileName: 'labels.pdf', contentType: 'application/pdf', bytes: oneOf(bytes) };
}

async function* oneOf(bytes: Uint8Array) {
  yield bytes;
}
