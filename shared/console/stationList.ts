import { quotedCell, readCell, readCells, writtenCell } from '../forms/csvCells.ts';
import type { StationAccess } from './stations.ts';

/** The supported OCPP versions as WebSocket subprotocols, the preferred one first. */
export const OCPP_VERSIONS = ['ocpp2.1', 'ocpp2.0.1', 'ocpp1.6'] as const;
export type OcppVersion = (typeof OCPP_VERSIONS)[number];

/** A station to add. `protocol`: the only OCPP version that the station may use. Null: the newest version that both support. */
export interface ListedStation {
  identity: string;
  protocol: OcppVersion | null;
}

/** Maximum number of stations in one list. */
export const MAX_LISTED = 200;

const HEADERS = ['identity', 'station'];

/** Columns of the exported list of stations. Programs read them, so they are English in every language of the console. */
export const EXPORT_COLUMNS = [
  ...['identity', 'evse_ids', 'protocol', 'only_protocol', 'security_profile', 'connected', 'last_message'],
  ...['vendor', 'model', 'firmware', 'limit_kw', 'limit_state'],
] as const;
const VERSION_COLUMN = EXPORT_COLUMNS.indexOf('only_protocol');

/**
 * Parses the text of a CSV file: one station per line, with its identity and optionally an OCPP version such as 1.6. The columns
 * are separated by a semicolon, a comma or a tab. A header line and empty lines are skipped. Of an exported list of stations,
 * the other columns are skipped, too. Values are not validated.
 */
export function readStationList(text: string): readonly ListedStation[] {
  const lines = text.trim().split(/\r?\n/);
  const between = separatorOfExport(lines[0] ?? '');
  const rows =
    between === null
      ? lines.map(line => line.split(/[;,\t]/).map(cell => cell.replaceAll('"', '').trim()))
      : lines.map(line => readCells(line, between).map(readCell)).map(cells => [cells[0], cells[VERSION_COLUMN]]);
  return rows.flatMap(([identity = '', version = ''], index) => {
    const isHeader = index === 0 && HEADERS.includes(identity.toLowerCase());
    if (isHeader || identity === '') return [];
    return [{ identity, protocol: version === '' ? null : (`ocpp${version.replace(/^ocpp/i, '')}` as OcppVersion) }];
  });
}

/**
 * Returns the separator of an exported list. A spreadsheet may have saved the list with another separator.
 * @returns null if the header is not that of an exported list
 */
const separatorOfExport = (header: string): string | null =>
  [';', ',', '\t'].find(
    between =>
      readCells(header, between)
        .slice(0, VERSION_COLUMN + 1)
        .join() === EXPORT_COLUMNS.slice(0, VERSION_COLUMN + 1).join(),
  ) ?? null;

/** Formats connection data as lines of a CSV file, with a header line. */
export const accessRows = (stations: readonly StationAccess[]): readonly string[] =>
  [['identity', 'address', 'password'], ...stations.map(({ identity, address, password }) => [identity, address, password])].map(
    cells => cells.map(cell => quotedCell(writtenCell(cell), ';')).join(';'),
  );
