import type { ItemTexts } from './invoiceItemTexts.ts';
import { need, type Scene } from './invoiceScene.ts';
import { type Branch, decorate, draw, PAGE, rule, type TextStyle, writeIn } from './invoiceSheet.ts';
import { INK_QUIET } from './printColors.ts';

const ROW = 23;
const HEAD = 20;
const CELLS = [
  { part: 'item', x: 50, width: 190, align: 'left' },
  { part: 'quantity', x: 225, width: 95, align: 'right' },
  { part: 'unitPrice', x: 337, width: 83, align: 'right' },
  { part: 'amount', x: 435, width: 110.28, align: 'right' },
] as const;

/** The lines of the bill: quantity × unit price = amount, with the head again on each page. */
export function drawItems(scene: Scene): void {
  const { sheet, texts } = scene;
  const table = sheet.doc.struct('Table');
  sheet.root.add(table);
  need(scene, HEAD + ROW);
  drawHeadings(scene, table);
  for (const item of texts.items) {
    if (sheet.y + ROW > PAGE.bottom) {
      need(scene, ROW);
      drawHeadings(scene, null);
    }
    drawRow(scene, table, item);
  }
  table.end();
}

/** @param table Null repeats the head for the eye only. */
function drawHeadings({ sheet, texts }: Scene, table: Branch | null): void {
  const row = table && sheet.doc.struct('TR');
  if (row) table.add(row);
  for (const { part, x, width, align } of CELLS) {
    const style: TextStyle = { x, y: sheet.y, width, size: 7.5, color: INK_QUIET, align };
    if (row) writeIn(sheet, row, 'TH', [{ text: texts.headings[part], style }], { scope: 'Column' });
    else decorate(sheet, 'Pagination', () => draw(sheet, texts.headings[part], style));
  }
  sheet.y += HEAD - 5;
  rule(sheet, sheet.y);
}

function drawRow({ sheet }: Scene, table: Branch, item: ItemTexts): void {
  const row = sheet.doc.struct('TR');
  table.add(row);
  for (const { part, x, width, align } of CELLS) {
    const style: TextStyle = { x, y: sheet.y + 6.5, width, size: 9, align, font: part === 'amount' ? 'bold' : 'regular' };
    writeIn(sheet, row, part === 'item' ? 'TH' : 'TD', [{ text: item[part], style }], part === 'item' ? { scope: 'Row' } : {});
  }
  decorate(sheet, 'Layout', () =>
    draw(sheet, '×', { x: 320, y: sheet.y + 6.5, width: 17, size: 9, color: INK_QUIET, align: 'center' }),
  );
  sheet.y += ROW;
  rule(sheet, sheet.y);
}
