/** The current font as pdfkit holds it; the package's types do not know it. */
interface WithFont {
  _font: { font: { hasGlyphForCodePoint(code: number): boolean } };
}

/**
 * A text with the replacement character for what the current font cannot write, such as Chinese in a driver's name: PDF/A
 * forbids a glyph that stands for none (ISO 19005-3 § 6.2.11.8). The electronic invoice has the name as it is.
 */
export function writable(doc: PDFKit.PDFDocument, text: string): string {
  const { font } = (doc as PDFKit.PDFDocument & WithFont)._font;
  const write = (sign: string) => (sign === '\n' || font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0) ? sign : '\ufffd');
  return Array.from(text.replace(/[\t\r]/g, ' '), write).join('');
}
