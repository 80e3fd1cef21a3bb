import type { ListFormat } from '../../../shared/console/files.ts';
import { quotedCell, writtenCell } from '../../../shared/forms/csvCells.ts';
import { decimalText } from '../../../shared/model/money.ts';

/** Number of rows that an export reads at once. */
export const ROWS_AT_ONCE = 500;
/** Without a byte order mark, spreadsheets show each letter outside ASCII as two characters. */
const BYTE_ORDER_MARK = '\ufeff';

/** A number that the app has formatted itself. Only such a cell may begin with a minus sign. */
interface NumberCell {
  whole: number;
  decimals: number;
}

/** A spreadsheet never treats a text cell as a formula. Null is an empty cell. */
export type Cell = string | NumberCell | null;

/** 763 with two decimals becomes the cell 7.63 or 7,63, depending on the list's decimal separator. */
export const numberCell = (whole: number, decimals: number): NumberCell => ({ whole, decimals });

/** Rows as CSV. With a decimal comma, the separator of cells is a semicolon. */
export function csvLines(
  rows: readonly (readonly Cell[])[],
  { decimal, isFirst = false }: ListFormat & { isFirst?: boolean },
): Uint8Array {
  const between = decimal === ',' ? ';' : ',';
  const textOf = (cell: Cell): string =>
    cell === null || typeof cell === 'string' ? writtenCell(cell ?? '') : decimalText(cell.whole, cell.decimals, decimal);
  const lines = rows.map(cells => `${cells.map(cell => quotedCell(textOf(cell), between)).join(between)}\r\n`).join('');
  return Buffer.from((isFirst ? BYTE_ORDER_MARK : '') + lines);
}
