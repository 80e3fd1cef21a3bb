import type { ListFormat, OperatedFile } from '../../../shared/console/files.ts';
import { EXPORT_COLUMNS } from '../../../shared/console/stationList.ts';
import type { StationLine } from '../../../shared/console/stations.ts';
import { isoDay } from '../../../shared/model/time.ts';
import { type Cell, csvLines, numberCell } from '../../core/records/csv.ts';
import type { OcppAdmin } from '../../runtime/stationAdmin.ts';
import { listPointsOf } from '../../store/shop/points.ts';
import type { Actor } from '../acts/actor.ts';
import { type ExportContext, noteExport } from '../acts/noteExport.ts';
import type { Asking } from './stationLists.ts';

/** Number of stations that are read at once. */
const STATIONS_AT_ONCE = 500;

/**
 * Exports all OCPP stations as CSV, one row for each station, and records the export in the audit log. The file has no
 * passwords. `station add-list` and the console read the file again.
 * @returns null if OCPP is not enabled
 */
export async function exportStations(
  context: Asking & Pick<ExportContext, 'now'>,
  asker: Actor,
  { decimal }: ListFormat,
): Promise<OperatedFile | null> {
  const ocpp = context.stationAdmin?.ocpp ?? null;
  if (!ocpp) return null;
  await noteExport(context, asker, { about: 'stations', kind: 'csv' });
  return {
    fileName: `stations-${isoDay(context.now)}.csv`,
    contentType: 'text/csv; charset=utf-8',
    bytes: stationsCsv(context, ocpp, { decimal }),
  };
}

async function* stationsCsv({ store }: Asking, ocpp: OcppAdmin, { decimal }: ListFormat): AsyncGenerator<Uint8Array> {
  yield csvLines([EXPORT_COLUMNS], { decimal, isFirst: true });
  for (let from: string | null = ''; from !== null; ) {
    const { lines, after } = await ocpp.list({ limit: STATIONS_AT_ONCE, ...(from && { after: from }) });
    const rows = await listPointsOf(
      store.db,
      lines.map(({ identity }) => identity),
    );
    const evses = rows.flatMap(({ point: { evseId, station } }) =>
      station?.chargePoint ? { evseId, ...station.chargePoint } : [],
    );
    const byStation = Map.groupBy(
      evses.toSorted((one, other) => one.evse - other.evse),
      ({ id }) => id,
    );
    yield csvLines(
      lines.map(line => rowOf(line, byStation.get(line.identity)?.map(({ evseId }) => evseId) ?? [])),
      { decimal },
    );
    from = after;
  }
}

/** The cells in the order of `EXPORT_COLUMNS`. */
const rowOf = (station: StationLine, evseIds: readonly string[]): Cell[] => {
  const { identity, protocol, onlyProtocol, securityProfile, isConnected, lastMessageAt, boot, limit } = station;
  return [
    ...[identity, evseIds.join('|'), protocol, onlyProtocol, String(securityProfile), isConnected ? 'yes' : 'no'],
    ...[lastMessageAt, boot?.vendor ?? null, boot?.model ?? null, boot?.firmware ?? null],
    ...(limit?.limitW == null ? [null, null] : [numberCell(limit.limitW, 3), limit.state]),
  ];
};
