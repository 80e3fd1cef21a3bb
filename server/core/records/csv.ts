import type { ListFormat } from '../../../shared/console/files.ts';
import { quotedCell, writtenCell } from '../../../shared/forms/csvCells.ts';
import { decimalText } from '../../../shared/model/money.ts';

/** Number of rows that an export reads per query. */
export const ROWS_AT_ONCE = 500;
/** A spreadsheet needs the byte order mark to detect UTF-8. Otherwise it shows each letter outside ASCII as two characters. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * A cell with a number that the app formats itself. Such a cell may begin with a minus sign. A text cell may not, because a
 * spreadsheet could take the text for a formula.
 */
interface NumberCell {
  whole: number;
  decimals: number;
}

/** A cell of a CSV file. Texts are written so that no spreadsheet takes them for formulas. Null: empty cell. */
export type Cell = string | NumberCell | null;

/** Creates a cell with a decimal number: 763 with two decimals is written as 7.63, or as 7,63 in a list with decimal commas. */
export const numberCell = (whole: number, decimals: number): NumberCell => ({ whole, decimals });

/** Formats rows as CSV. With a decimal comma, cells are separated by semicolons. */
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
