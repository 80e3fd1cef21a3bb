/** pdfkit's current font, a private property that its types lack. */
interface WithFont {
  _font: { font: { hasGlyphForCodePoint(code: number): boolean } };
}

/**
 * Replaces each character that the current font lacks, such as Chinese in a driver's name, with U+FFFD. PDF/A forbids the glyph
 * for missing characters (ISO 19005-3 § 6.2.11.8). The electronic invoice contains the original name.
 */
export function writable(doc: PDFKit.PDFDocument, text: string): string {
  const { font } = (doc as PDFKit.PDFDocument & WithFont)._font;
  const write = (sign: string) => (sign === '\n' || font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0) ? sign : '\ufffd');
  return Array.from(text.replace(/[\t\r]/g, ' '), write).join('');
}
