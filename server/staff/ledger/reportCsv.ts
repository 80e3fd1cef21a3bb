import type { ListFormat } from '../../../shared/console/files.ts';
import type { Report, ReportFileKind } from '../../../shared/console/reports.ts';
import { HOUR_MS } from '../../../shared/model/time.ts';
import { type Cell, csvLines, numberCell } from '../../core/records/csv.ts';

/** The rows of each file of a report. The headings are read by programs, so they are English in every language. */
const ROWS: Readonly<Record<ReportFileKind, (report: Report) => (readonly Cell[])[]>> = {
  csv: ({ steps }) => [
    ['period', 'supplier', 'currency', 'sessions', 'energy_kwh', 'captured', 'refunded', 'credit_notes', 'net', 'vat'],
    // The first row of a day or month has its sessions and its energy. The rows below it have amounts of brands and currencies.
    ...steps
      .filter(({ state }) => state !== 'future')
      .flatMap(({ name, sessions, energyWh, money }): Cell[][] => [
        [name, null, null, numberCell(sessions, 0), numberCell(energyWh, 3), null, null, null, null, null],
        ...money.map(({ supplier, currency, ...each }): Cell[] => [
          ...[name, supplier, currency, null, null],
          ...[each.capturedMinor, each.refundedMinor, each.creditedMinor, each.netMinor, each.vatMinor].map(minor =>
            numberCell(minor, 2),
          ),
        ]),
      ]),
  ],
  plugs: ({ locations }) => [
    ['place', 'evse_id', 'connector', 'sessions', 'energy_kwh', 'occupied_hours', 'occupied_percent'],
    ...locations.flatMap(({ place, plugs }) =>
      plugs.map(({ evseId, connector, sessions, energyWh, occupiedMs, occupiedPercent }): Cell[] => [
        ...[place, evseId, connector, numberCell(sessions, 0), numberCell(energyWh, 3)],
        ...[numberCell(Math.round((occupiedMs / HOUR_MS) * 100), 2), numberCell(Math.round(occupiedPercent * 10), 1)],
      ]),
    ),
  ],
};

/** Formats a report as CSV. */
export async function* reportCsv(report: Report, { kind, decimal }: ListFormat & { kind: ReportFileKind }) {
  yield csvLines(ROWS[kind](report), { decimal, isFirst: true });
}
