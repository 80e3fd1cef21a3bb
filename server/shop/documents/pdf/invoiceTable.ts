import type { ItemTexts } from '../content/invoiceItemTexts.ts';
import { need, type Scene, SMALL_SIZE, VALUE_SIZE } from './invoiceScene.ts';
import {
  type Branch,
  decorate,
  draw,
  heightOf,
  PAGE,
  type PlacedText,
  rule,
  type Sheet,
  type TextStyle,
  writeIn,
} from './invoiceSheet.ts';
import { INK_QUIET } from './printColors.ts';

const PADDING = 5.5;
const HEAD_GAP = 4;
/** The gap that pdfkit adds below the last line of a text, in points. */
const LEADING = 0.75;
/** The columns of the table. A smaller text below may be wider than its column if the neighbouring cell has no text there. */
const CELLS = [
  { part: 'item', x: 50, width: 190, align: 'left', font: 'regular', below: { x: 50, width: 170 } },
  { part: 'quantity', x: 225, width: 95, align: 'right', font: 'regular', below: { x: 225, width: 95 } },
  { part: 'unitPrice', x: 337, width: 83, align: 'right', font: 'regular', below: { x: 225, width: 195 } },
  { part: 'amount', x: 435, width: 110.28, align: 'right', font: 'bold', below: { x: 435, width: 110.28 } },
] as const;
type Cell = (typeof CELLS)[number];

/** The texts of each cell of a row. Their y positions are relative to the top of the row. */
interface Row {
  cells: readonly { part: Cell['part']; texts: readonly PlacedText[] }[];
  height: number;
}

/** Draws the bill lines: quantity × unit price = amount. The headings are repeated on each page. */
export function drawItems(scene: Scene): void {
  const { sheet, texts } = scene;
  const table = sheet.doc.struct('Table');
  sheet.root.add(table);
  const head = rowOf(sheet, texts.headings, { size: SMALL_SIZE, color: INK_QUIET, font: 'regular' });
  const rows = texts.items.map(item => ({ item, row: rowOf(sheet, item, { size: VALUE_SIZE }) }));
  need(scene, head.height + HEAD_GAP + (rows[0]?.row.height ?? 0) + 2 * PADDING);
  drawHeadings(sheet, table, head);
  for (const { item, row } of rows) {
    if (sheet.y + row.height + 2 * PADDING > PAGE.bottom) {
      need(scene, row.height + 2 * PADDING);
      drawHeadings(sheet, null, head);
    }
    drawRow(sheet, table, row);
    if (item.unitPrice !== '') drawTimes(sheet, sheet.y - row.height - PADDING);
    rule(sheet, sheet.y);
  }
  table.end();
}

/** @param table null for repeated headings, which screen readers skip */
function drawHeadings(sheet: Sheet, table: Branch | null, { cells, height }: Row): void {
  const row = table && sheet.doc.struct('TR');
  if (row) table.add(row);
  for (const { texts } of cells) {
    const placed = texts.map(text => loweredBy(text, sheet.y));
    if (row) writeIn(sheet, row, 'TH', placed, { scope: 'Column' });
    else
      decorate(sheet, 'Pagination', () => {
        for (const { text, style } of placed) draw(sheet, text, style);
      });
  }
  sheet.y += height + HEAD_GAP;
  rule(sheet, sheet.y);
}

function drawRow(sheet: Sheet, table: Branch, { cells, height }: Row): void {
  const row = sheet.doc.struct('TR');
  table.add(row);
  for (const { part, texts } of cells) {
    const placed = texts.map(text => loweredBy(text, sheet.y + PADDING));
    writeIn(sheet, row, part === 'item' ? 'TH' : 'TD', placed, part === 'item' ? { scope: 'Row' } : {});
  }
  sheet.y += height + 2 * PADDING;
}

function drawTimes(sheet: Sheet, y: number): void {
  decorate(sheet, 'Layout', () =>
    draw(sheet, '×', { x: 320, y, width: 17, size: VALUE_SIZE, color: INK_QUIET, align: 'center' }),
  );
}

const loweredBy = ({ text, style }: PlacedText, y: number): PlacedText => ({ text, style: { ...style, y: style.y + y } });

type CellStyle = Pick<TextStyle, 'size' | 'color' | 'font'>;

function rowOf(sheet: Sheet, item: ItemTexts, check: CellStyle): Row {
  const laid = CELLS.map(cell => ({ part: cell.part, ...cellOf(sheet, item, { cell, check }) }));
  return { cells: laid, height: Math.max(...laid.map(({ bottom }) => bottom)) - LEADING };
}

function cellOf(sheet: Sheet, item: ItemTexts, { cell, check }: { cell: Cell; check: CellStyle }) {
  const { part, x, width, align, font, below } = cell;
  const text = { text: item[part], style: { font, ...check, x, width, align, y: 0 } };
  const bottom = heightOf(sheet, text.text, text.style);
  const more = item.below[part];
  if (more === undefined) return { texts: [text], bottom };
  const under = { text: more, style: { ...below, align, y: bottom, size: SMALL_SIZE, color: INK_QUIET } };
  return { texts: [text, under], bottom: bottom + heightOf(sheet, more, under.style) };
}
