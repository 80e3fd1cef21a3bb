import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const notoSans = (face: string) => require.resolve(`@expo-google-fonts/noto-sans/${face}.ttf`);

/** The fonts of documents and labels. Noto Sans has Latin, Greek and Cyrillic letters. */
export const FONTS = {
  regular: notoSans('400Regular/NotoSans_400Regular'),
  bold: notoSans('700Bold/NotoSans_700Bold'),
} as const;
/** DejaVu Sans also has the letters of Arabic, Armenian, Georgian and Hebrew names. */
const WIDER_FONTS: Readonly<Record<FontWeight, string>> = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
};

export type FontWeight = keyof typeof FONTS;

/** pdfkit's current font, a private property that its types lack. */
interface WithFont {
  _font: { font: { hasGlyphForCodePoint(code: number): boolean } };
}

/**
 * Selects the font for a text. A text with letters that Noto Sans lacks is written in DejaVu Sans as a whole.
 * @param size in points
 * @returns the text to write. Characters that both fonts lack, such as Chinese in a driver's name, are replaced by U+FFFD, because
 * PDF/A forbids the glyph for missing characters (ISO 19005-3 § 6.2.11.8). The electronic invoice contains the original name.
 */
export function selectFont(
  pdf: PDFKit.PDFDocument,
  text: string,
  { weight, size }: { weight: FontWeight; size: number },
): string {
  const characters = Array.from(text.replace(/[\t\r]/g, ' '));
  pdf.font(FONTS[weight]).fontSize(size);
  if (!characters.every(character => canWrite(pdf, character))) pdf.font(WIDER_FONTS[weight]);
  return characters.map(character => (canWrite(pdf, character) ? character : '\ufffd')).join('');
}

function canWrite(pdf: PDFKit.PDFDocument, character: string): boolean {
  const { font } = (pdf as PDFKit.PDFDocument & WithFont)._font;
  return character === '\n' || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
}
