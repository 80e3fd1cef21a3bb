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
