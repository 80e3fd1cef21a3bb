/**
 * Matches the first character of a cell that spreadsheets would run as a formula. An apostrophe in front of the cell prevents
 * this.
 */
const FORMULA = /^[=+\-@＝＋－＠]/;

/** Returns the text of a cell on one line and so that no spreadsheet runs it as a formula. */
export function writtenCell(words: string): string {
  const plain = words.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return FORMULA.test(plain) ? `'${plain}` : plain;
}

/**
 * Quotes a cell if it contains a separator or quotes.
 * @param between the separator between cells
 */
export const quotedCell = (text: string, between: string): string =>
  text.includes(between) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;

/** Splits a line of a CSV file into cells. Inverse of `quotedCell`. */
export const readCells = (line: string, between: string): readonly string[] => {
  const cells = [''];
  let isQuoted = false;
  for (const part of line.split(/("|[;,\t])/)) {
    if (part === '"') isQuoted = !isQuoted;
    if (part === between && !isQuoted) cells.push('');
    else cells.push(`${cells.pop() ?? ''}${part}`);
  }
  return cells.map(cell => (/^\s*".*"\s*$/s.test(cell) ? cell.trim().slice(1, -1).replaceAll('""', '"') : cell).trim());
};

/** Removes the apostrophe that prevents formulas. Inverse of `writtenCell`. */
export const readCell = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell);
