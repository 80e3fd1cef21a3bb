import { quotedCell, writtenCell } from '../forms/csvCells.ts';
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

/**
 * Parses the text of a CSV file: one station per line, with its identity and optionally an OCPP version such as 1.6. The columns
 * are separated by a semicolon, a comma or a tab. A header line and empty lines are skipped. Values are not validated.
 */
export function readStationList(text: string): readonly ListedStation[] {
  const rows = text.split(/\r?\n/).map(line => line.split(/[;,\t]/).map(cell => cell.replaceAll('"', '').trim()));
  return rows.flatMap(([identity = '', version = ''], index) => {
    const isHeader = index === 0 && HEADERS.includes(identity.toLowerCase());
    if (isHeader || identity === '') return [];
    return [{ identity, protocol: version === '' ? null : (`ocpp${version.replace(/^ocpp/i, '')}` as OcppVersion) }];
  });
}

/** Formats connection data as lines of a CSV file, with a header line. */
export const accessRows = (stations: readonly StationAccess[]): readonly string[] =>
  [['identity', 'address', 'password'], ...stations.map(({ identity, address, password }) => [identity, address, password])].map(
    cells => cells.map(cell => quotedCell(writtenCell(cell), ';')).join(';'),
  );
