import type { ListFormat } from '../../../shared/console/files.ts';
import { quotedCell, writtenCell } from '../../../shared/forms/csvCells.ts';
import { decimalText } from '../../../shared/model/money.ts';

/** How many rows are read at once for a list that is taken along. */
export const ROWS_AT_ONCE = 500;
/** Without it spreadsheets take the letters of other languages for two each. */
const BYTE_ORDER_MARK = '\ufeff';

/** A number that the app has written itself: the only cell that may begin with a minus. */
interface NumberCell {
  whole: number;
  decimals: number;
}

/** Text is never calculated by a spreadsheet, whoever wrote it; null is an empty cell. */
export type Cell = string | NumberCell | null;

/** 763 with two decimals is the cell 7.63 or 7,63, as the list has it. */
export const numberCell = (whole: number, decimals: number): NumberCell => ({ whole, decimals });

/** Lines of a list. Where a comma stands in numbers, a semicolon stands between. */
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
