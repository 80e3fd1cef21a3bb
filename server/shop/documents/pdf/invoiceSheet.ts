import { type FontWeight, selectFont } from './fonts.ts';
import { HAIRLINE, INK } from './printColors.ts';

/** Dimensions of the A4 page in points. */
export const PAGE = { width: 595.28, height: 841.89, left: 50, textWidth: 495.28, bottom: 758 };

export interface TextStyle {
  x: number;
  y: number;
  width: number;
  size: number;
  font?: FontWeight;
  color?: string;
  align?: 'left' | 'right' | 'center';
}

export interface PlacedText {
  text: string;
  style: TextStyle;
}

/** An element of the PDF's structure tree, which screen readers follow. */
export type Branch = PDFKit.PDFStructureElement;

/** The state of drawing: pages are filled from top to bottom. */
export interface Sheet {
  doc: PDFKit.PDFDocument;
  root: Branch;
  /** The y position of the next block. */
  y: number;
}

const LINE_GAP = 0.75;

/**
 * Writes a text as one tagged element.
 * @returns the height of the text
 */
export function write(sheet: Sheet, tag: string, text: string, style: TextStyle): number {
  writeIn(sheet, sheet.root, tag, [{ text, style }]);
  return heightOf(sheet, text, style);
}

/**
 * Writes a label and its texts as one tagged element.
 * @returns the height of the last text
 */
export function writeLabelled(sheet: Sheet, label: PlacedText, texts: readonly PlacedText[]): number {
  const lines = texts.flatMap(({ text }) => text.split('\n'));
  // The texts are drawn apart from each other. A screen reader reads this one sentence instead.
  writeIn(sheet, sheet.root, 'P', [label, ...texts], { actual: `${label.text}: ${lines.join(', ')}` });
  const last = texts.at(-1);
  return last ? heightOf(sheet, last.text, last.style) : 0;
}

/**
 * Writes texts as one element below `branch`. For several texts, a screen reader reads a list with commas, because it would
 * otherwise join texts that are drawn below each other without a space.
 */
export function writeIn(sheet: Sheet, branch: Branch, tag: string, texts: readonly PlacedText[], given = {}): void {
  const list = texts.length > 1 ? { actual: texts.map(({ text }) => text).join(', ') } : {};
  const options = { ...list, ...given };
  const paint = () => {
    for (const { text, style } of texts) draw(sheet, text, style);
  };
  branch.add(sheet.doc.struct(tag, options, paint));
}

/** Draws content that screen readers skip: lines, dots, repeated headers. */
export function decorate({ doc }: Sheet, type: 'Layout' | 'Pagination', paint: () => void): void {
  doc.markContent('Artifact', { type });
  paint();
  doc.endMarkedContent();
}

export function rule(
  sheet: Sheet,
  y: number,
  { color = HAIRLINE, weight = 0.6, x = PAGE.left, width = PAGE.textWidth } = {},
): void {
  decorate(sheet, 'Layout', () => sheet.doc.rect(x, y - weight / 2, width, weight).fill(color));
}

export function draw({ doc }: Sheet, text: string, style: TextStyle): void {
  const { x, y, width, align = 'left' } = style;
  const shown = selectFont(doc, text, { weight: style.font ?? 'regular', size: style.size });
  doc.fillColor(style.color ?? INK).text(shown, x, y, { width, align, lineGap: LINE_GAP });
}

export function heightOf({ doc }: Sheet, text: string, { font = 'regular', size, width }: TextStyle): number {
  return doc.heightOfString(selectFont(doc, text, { weight: font, size }), { width, lineGap: LINE_GAP });
}
