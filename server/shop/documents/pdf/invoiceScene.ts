import type { InvoiceDocument } from '../../../core/records/records.ts';

import type { Fact } from '../content/invoiceItemTexts.ts';
import type { InvoiceTexts } from '../content/invoiceTexts.ts';
import { decorate, draw, heightOf, PAGE, rule, type Sheet, type TextStyle, writeLabelled } from './invoiceSheet.ts';
import { INK_QUIET, type PrintColors } from './printColors.ts';

/** The data that every part of the page is drawn from. */
export interface Scene {
  sheet: Sheet;
  doc: InvoiceDocument;
  texts: InvoiceTexts;
  colors: PrintColors;
}

/** The three columns above the table of items. */
export const COLUMNS = [
  { x: 50, width: 190 },
  { x: 258, width: 150 },
  { x: 420, width: 125.28 },
] as const;
export const [FIRST, SECOND, THIRD] = COLUMNS;

/** Font sizes in points. Nothing on the page is smaller than `SMALL_SIZE`. */
export const VALUE_SIZE = 9.5;
export const SMALL_SIZE = 8;
const FACT_GAP = 5;

/** Starts a new page if a block of this height does not fit on the current page. */
export function need(scene: Scene, height: number): void {
  const { sheet, texts, colors, doc } = scene;
  if (sheet.y + height <= PAGE.bottom) return;
  sheet.doc.addPage();
  decorate(sheet, 'Pagination', () => {
    draw(sheet, doc.brand.name, { x: PAGE.left, y: 38, width: 240, size: SMALL_SIZE, font: 'bold' });
    draw(sheet, texts.name, { x: 295, y: 38, width: 250.28, size: SMALL_SIZE, color: INK_QUIET, align: 'right' });
    brandBand(sheet, colors);
  });
  rule(sheet, 58);
  sheet.y = 78;
}

/** Draws the coloured band at the top edge of the paper, which alone reaches the edges. */
export function brandBand({ doc }: Sheet, { line }: PrintColors): void {
  doc.rect(0, 0, PAGE.width, 8).fill(line);
}

/**
 * Draws labelled values one below the other, each value below its label.
 * @returns the y position below the last value
 */
export function drawFacts(sheet: Sheet, facts: readonly Fact[], column: Column, options: FactOptions = {}): number {
  return facts.reduce((y, { label, value }) => {
    const style = valueStyle(sheet, label, { ...column, y, ...options });
    const labelled = { text: label, style: labelStyle(column.x, y, column.width) };
    return style.y + writeLabelled(sheet, labelled, [{ text: value, style }]) + FACT_GAP;
  }, options.top ?? sheet.y);
}

/** Returns the height of what `drawFacts` draws, without the gap below. */
export function factsHeight(sheet: Sheet, facts: readonly Fact[], column: Column, options: FactOptions = {}): number {
  const heights = facts.map(({ label, value }) => {
    const style = valueStyle(sheet, label, { ...column, y: 0, ...options });
    return style.y + heightOf(sheet, value, style) + FACT_GAP;
  });
  return heights.reduce((sum, height) => sum + height, -FACT_GAP);
}

const valueStyle = (
  sheet: Sheet,
  label: string,
  { x, y, width, font = 'regular' }: Column & FactOptions & { y: number },
): TextStyle => ({
  x,
  y: y + labelHeight(sheet, label, width),
  width,
  size: VALUE_SIZE,
  font,
});

/**
 * Draws up to three labelled values side by side, one per column.
 * @returns the y position below the tallest one
 */
export function drawAcross(sheet: Sheet, facts: readonly Fact[], options: FactOptions = {}): number {
  const ends = COLUMNS.map((column, index) => drawFacts(sheet, facts.slice(index, index + 1), column, options));
  return Math.max(...ends);
}

type Column = { x: number; width: number };
type FactOptions = { top?: number; font?: TextStyle['font'] };

/** Returns the distance from the top of a label to the top of its value. Long labels of some languages take two lines. */
export const labelHeight = (sheet: Sheet, label: string, width: number): number =>
  heightOf(sheet, label, labelStyle(0, 0, width)) + 1;

export const labelStyle = (x: number, y: number, width: number): TextStyle => ({
  x,
  y,
  width,
  size: SMALL_SIZE,
  color: INK_QUIET,
});

/** The y position of the footer. */
const FOOT = PAGE.bottom + 8;

/** Draws the footer of one page: supplier, contact and page number. */
export function drawFoot({ sheet, texts }: Scene, page: number, pages: number): void {
  const style: TextStyle = { x: PAGE.left, y: FOOT + 8, width: 400, size: SMALL_SIZE, color: INK_QUIET };
  const paint = () => {
    draw(sheet, texts.legal, style);
    if (texts.contact) draw(sheet, texts.contact, { ...style, y: style.y + heightOf(sheet, texts.legal, style) });
  };
  rule(sheet, FOOT);
  // Only the footer of the first page is tagged, so that screen readers read it once.
  if (page === 1) sheet.root.add(sheet.doc.struct('P', {}, paint));
  else decorate(sheet, 'Pagination', paint);
  decorate(sheet, 'Pagination', () =>
    draw(sheet, texts.page(page, pages), { ...style, x: PAGE.left + 405, width: PAGE.textWidth - 405, align: 'right' }),
  );
}
