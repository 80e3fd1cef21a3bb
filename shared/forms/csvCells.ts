/** A spreadsheet calculates what begins like this, whoever wrote it: with an apostrophe before it, it stays text. */
const FORMULA = /^[=+\-@＝＋－＠]/;

/** What people have written, on one line, and no formula. */
export function writtenCell(words: string): string {
  const plain = words.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return FORMULA.test(plain) ? `'${plain}` : plain;
}

/** A cell as it stands in its line. @param between what stands between cells */
export const quotedCell = (text: string, between: string): string =>
  text.includes(between) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
