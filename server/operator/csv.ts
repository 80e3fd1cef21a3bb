import type { ListFormat } from '../../shared/console/files.ts';

/** How many rows are read at once for a list that is taken along. */
export const ROWS_AT_ONCE = 500;
/** Without it spreadsheets take the letters of other languages for two each. */
const BYTE_ORDER_MARK = '\ufeff';

/** Lines of a list. Where a comma stands in numbers, a semicolon stands between. */
export function csvLines(
  rows: readonly (readonly string[])[],
  { decimal, isFirst = false }: ListFormat & { isFirst?: boolean },
): Uint8Array {
  const between = decimal === ',' ? ';' : ',';
  const lines = rows.map(cells => `${cells.map(cell => quoted(cell, between)).join(between)}\r\n`).join('');
  return Buffer.from((isFirst ? BYTE_ORDER_MARK : '') + lines);
}

const quoted = (cell: string, between: string): string =>
  /["\r\n]/.test(cell) || cell.includes(between) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** What people have typed: no spreadsheet takes it for a formula. */
export const typedCell = (text: string): string => (/^[\s]*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text);
