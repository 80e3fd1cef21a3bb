import type { OperatedFile } from '../../../shared/console/files.ts';
import type { LabelLine, Labels, LabelsAsk } from '../../../shared/console/stations.ts';
import { othersTurn } from '../../platform/yieldToEventLoop.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { listPlaces, listPointRows, type PointRow } from '../../store/shop/points.ts';
import type { Asker } from '../acts/actor.ts';
import { noteExport } from '../acts/noteExport.ts';
import { labelPlugs } from './labelPlugs.ts';
import { labelsPdf } from './labelsPdf.ts';
import { labelAddress, qrModules } from './qrCode.ts';
import { page } from './stationLists.ts';

/** Points whose labels a page shows, and a file holds. */
const MOST = 24;
const MOST_PLACES = 20;

async function rowsOf({ store }: OperatorContext, { at, after }: LabelsAsk) {
  const found = await listPointRows(store.db, { most: MOST + 1, after, place: at });
  return page(found, MOST, ({ point }) => point.evseId);
}

/** What is stuck on each plug, at one place or everywhere. */
export async function listLabels(context: OperatorContext, ask: LabelsAsk): Promise<Labels> {
  const { rows, after } = await rowsOf(context, ask);
  const lines: LabelLine[] = [];
  for (const row of rows) {
    lines.push(...labelsOf(row, context.linkOrigin));
    // A code takes some milliseconds: whoever waits for another page comes between.
    await othersTurn();
  }
  const places = await listPlaces(context.store.db, { most: MOST_PLACES + 1, after: ask.afterPlace });
  const { rows: shown, after: next } = page(places, MOST_PLACES, ({ place }) => place);
  return { labels: { lines, after }, places: { lines: shown, after: next } };
}

function labelsOf({ point, place }: PointRow, origin: string): LabelLine[] {
  const { evseId, street, city, connectors } = point;
  const address = labelAddress(origin, evseId);
  const modules = qrModules(address);
  return connectors.map(({ id, number }) => ({ evseId, connector: id, number, street, city, place, address, modules }));
}

/** The same as a file to print. Who has taken it is in the audit. */
export async function takeLabels(context: OperatorContext, asker: Asker, ask: LabelsAsk): Promise<OperatedFile | null> {
  const { rows } = await rowsOf(context, ask);
  const plugs = await labelPlugs(
    context.store.db,
    rows.map(({ point }) => point),
  );
  if (plugs.length === 0) return null;
  const { translator, linkOrigin: origin } = context;
  const bytes = await (context.drawLabels ? context.drawLabels({ plugs, origin }) : labelsPdf({ plugs, origin, translator }));
  const facts = { about: ask.at ?? 'labels', kind: 'labels', at: ask.at ?? '', count: plugs.length };
  await noteExport({ store: context.store, now: context.clock.now() }, asker, facts);
  return { fileName: 'labels.pdf', contentType: 'application/pdf', bytes: oneOf(bytes) };
}

async function* oneOf(bytes: Uint8Array) {
  yield bytes;
}
