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

/** Starts a new page if a block of this height does not fit on the current page. */
export function need(scene: Scene, height: number): void {
  const { sheet, texts, colors, doc } = scene;
  if (sheet.y + height <= PAGE.bottom) return;
  sheet.doc.addPage();
  decorate(sheet, 'Pagination', () => {
    draw(sheet, doc.brand.name, { x: PAGE.left, y: 38, width: 240, size: 8, font: 'bold' });
    draw(sheet, texts.name, { x: 295, y: 38, width: 250.28, size: 8, color: INK_QUIET, align: 'right' });
    brandLine(sheet, 58, colors);
  });
  sheet.y = 84;
}

/** Draws the coloured line of the page header, which alone reaches the edges of the paper. */
export function brandLine({ doc }: Sheet, y: number, { line }: PrintColors): void {
  doc.rect(0, y, PAGE.width, 2.5).fill(line);
}

/**
 * Draws labelled values one below the other, each value below its label.
 * @returns the y position below the last value
 */
export function drawFacts(sheet: Sheet, facts: readonly Fact[], { x, width }: Column, options: FactOptions = {}): number {
  return facts.reduce((y, { label, value }) => {
    const style: TextStyle = { x, y: y + labelHeight(sheet, label, width), width, size: 9, font: options.font ?? 'regular' };
    const height = writeLabelled(sheet, { text: label, style: labelStyle(x, y, width) }, [{ text: value, style }]);
    return style.y + height + 6;
  }, options.top ?? sheet.y);
}

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

export const labelStyle = (x: number, y: number, width: number): TextStyle => ({ x, y, width, size: 7.5, color: INK_QUIET });

/** Draws the footer of one page: supplier, contact and page number. */
export function drawFoot({ sheet, texts }: Scene, page: number, pages: number): void {
  const style: TextStyle = { x: PAGE.left, y: 780, width: 400, size: 7, color: INK_QUIET };
  const paint = () => {
    draw(sheet, texts.legal, style);
    if (texts.contact) draw(sheet, texts.contact, { ...style, y: 780 + heightOf(sheet, texts.legal, style) });
  };
  rule(sheet, 772);
  // Only the footer of the first page is tagged, so that screen readers read it once.
  if (page === 1) sheet.root.add(sheet.doc.struct('P', {}, paint));
  else decorate(sheet, 'Pagination', paint);
  decorate(sheet, 'Pagination', () =>
    draw(sheet, texts.page(page, pages), { ...style, x: PAGE.left + 405, width: PAGE.textWidth - 405, align: 'right' }),
  );
}
