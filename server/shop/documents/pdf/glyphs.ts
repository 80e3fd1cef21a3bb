/** The current font in pdfkit, which the types of the package lack. */
interface WithFont {
  _font: { font: { hasGlyphForCodePoint(code: number): boolean } };
}

/**
 * Replaces each character that the current font lacks, such as Chinese in a driver's name, with the replacement character. PDF/A
 * forbids the glyph for a missing character (ISO 19005-3 § 6.2.11.8). The electronic invoice contains the original name.
 */
export function writable(doc: PDFKit.PDFDocument, text: string): string {
  const { font } = (doc as PDFKit.PDFDocument & WithFont)._font;
  const write = (sign: string) => (sign === '\n' || font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0) ? sign : '\ufffd');
  return Array.from(text.replace(/[\t\r]/g, ' '), write).join('');
}
