import type { ListFormat, OperatedFile } from '../../../shared/console/files.ts';
import type { PointLine } from '../../../shared/console/stations.ts';
import { isoDay } from '../../../shared/model/time.ts';
import { type Cell, csvLines, numberCell, ROWS_AT_ONCE } from '../../core/records/csv.ts';
import { listPointRows } from '../../store/shop/points.ts';
import type { Actor } from '../acts/actor.ts';
import { type ExportContext, noteExport } from '../acts/noteExport.ts';
import { type Asking, page, pointLines, pointOfBrand } from './stationLists.ts';

/** The headings are read by programs, so they are English in every language of the console. */
const COLUMNS = [
  ...['evse_id', 'client', 'street', 'postal_code', 'city', 'source', 'station'],
  ...['connector', 'number', 'plug', 'power_kw', 'state', 'since', 'fault', 'disabled_by', 'disabled_at'],
] as const;

/**
 * Exports all offered charging points as CSV, one row for each connector, and records the export in the audit log. The file has
 * the state of each connector at the time of the export.
 */
export async function exportPoints(
  context: Asking & Pick<ExportContext, 'now'>,
  asker: Actor,
  { decimal, brand }: ListFormat & { brand?: string },
): Promise<OperatedFile> {
  await noteExport(context, asker, { about: 'points', kind: 'csv' });
  return {
    fileName: `points-${isoDay(context.now)}.csv`,
    contentType: 'text/csv; charset=utf-8',
    bytes: pointsCsv(context, { decimal, brand }),
  };
}

async function* pointsCsv(
  context: Asking,
  { decimal, brand: clientId }: ListFormat & { brand: string | undefined },
): AsyncGenerator<Uint8Array> {
  yield csvLines([COLUMNS], { decimal, isFirst: true });
  for (let after: string | null = ''; after !== null; ) {
    const found = await listPointRows(context.store.db, { limit: ROWS_AT_ONCE + 1, clientId, ...(after && { after }) });
    const { rows, after: next } = page(found, ROWS_AT_ONCE, ({ point }) => point.evseId);
    const lines = await pointLines(context, rows);
    yield csvLines((clientId === undefined ? lines : lines.map(pointOfBrand)).flatMap(rowsOf), { decimal });
    after = next;
  }
}

const rowsOf = ({ plugs, off, ...point }: PointLine): Cell[][] =>
  plugs.map(({ id, number, kind, powerW, state, since, fault }) => [
    ...[point.evseId, point.clientId, point.street, point.postalCode, point.city, point.kind, point.at],
    ...[id, number, kind, numberCell(powerW, 3), state, since, fault, off?.by ?? null, off?.at ?? null],
  ]);
