/** Spreadsheets treat a cell that begins like this as a formula. An apostrophe before the text prevents that. */
const FORMULA = /^[=+\-@＝＋－＠]/;

/** Free text as one line that is no formula. */
export function writtenCell(words: string): string {
  const plain = words.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return FORMULA.test(plain) ? `'${plain}` : plain;
}

/**
 * Quotes a cell if necessary.
 * @param between the separator of cells
 */
export const quotedCell = (text: string, between: string): string =>
  text.includes(between) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
