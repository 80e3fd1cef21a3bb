import type { ListFormat } from '../../shared/console/files.ts';
import { quotedCell } from '../../shared/forms/csvCells.ts';

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
  const lines = rows.map(cells => `${cells.map(cell => quotedCell(cell, between)).join(between)}\r\n`).join('');
  return Buffer.from((isFirst ? BYTE_ORDER_MARK : '') + lines);
}
