import type { Fact } from '../content/invoiceItemTexts.ts';
import { COLUMNS, drawAcross, FIRST, need, type Scene, SECOND, SMALL_SIZE, THIRD, VALUE_SIZE } from './invoiceScene.ts';
import { decorate, heightOf, PAGE, rule, type Sheet, type TextStyle, write, writeLabelled } from './invoiceSheet.ts';
import { INK, INK_QUIET, type PrintColors } from './printColors.ts';

/** Draws net amount and VAT of each rate, and below them the total in the largest figures of the page. */
export function drawTotal(scene: Scene): void {
  const { sheet, texts } = scene;
  const groups = texts.vat.length > 1 ? texts.vat : texts.vat.map(facts => facts.slice(0, 2));
  need(scene, 56 + [...groups.flat(), ...texts.nationalVat].length * 15);
  rule(sheet, sheet.y, { color: INK, weight: 1.2 });
  sheet.y += 8;
  for (const facts of groups) {
    for (const fact of facts) drawSum(sheet, fact, VALUE_SIZE);
    rule(sheet, sheet.y + 4, SUMS);
    sheet.y += 8;
  }
  drawSum(sheet, texts.total, 20);
  for (const fact of texts.nationalVat) drawSum(sheet, fact, VALUE_SIZE);
  sheet.y += 10;
}

/** The columns of the sums: below quantity, unit price and amount. */
const SUMS = { x: SECOND.x, width: PAGE.left + PAGE.textWidth - SECOND.x };

/** Draws a sum: its label below the quantities, its value below the amounts of the lines. */
function drawSum(sheet: Sheet, { label, value }: Fact, size: number): void {
  const isTotal = size > VALUE_SIZE;
  const font = isTotal ? 'bold' : 'regular';
  const style: TextStyle = { ...SUMS, y: sheet.y, size, font, align: 'right' };
  const height = heightOf(sheet, value, style);
  const labelStyle: TextStyle = { x: SUMS.x, width: 180, y: sheet.y, size: isTotal ? 11 : size, font };
  labelStyle.y += isTotal ? (height - heightOf(sheet, label, labelStyle)) / 2 + 1 : 0;
  writeLabelled(sheet, { text: label, style: labelStyle }, [{ text: value, style }]);
  sheet.y += height;
}

export function drawPayment(scene: Scene): void {
  const { sheet, texts, colors } = scene;
  need(scene, 92);
  rule(sheet, sheet.y);
  sheet.y += 12;
  for (const sentence of texts.payment) {
    const style: TextStyle = { x: PAGE.left, y: sheet.y, width: PAGE.textWidth, size: 10, font: 'bold' };
    sheet.y += write(sheet, 'P', sentence, style) + 3;
  }
  sheet.y += 7;
  if (texts.hold.length === 0) return;
  drawRoute(sheet, colors);
  sheet.y = drawAcross(sheet, texts.hold, { top: sheet.y + 15, font: 'bold' }) + 8;
}

/** Draws the line that connects the steps held → charged → released, in the style of the web pages. */
function drawRoute(sheet: Sheet, { line }: PrintColors): void {
  const [y, radius] = [sheet.y + 5, 4.5];
  decorate(sheet, 'Layout', () => {
    sheet.doc.rect(FIRST.x + radius, y - 1, THIRD.x - FIRST.x, 2).fill(line);
    for (const { x } of COLUMNS) sheet.doc.circle(x + radius, y, radius).fill(line);
  });
}

/** Draws the notes above the footer, or after the payment if they need another page. */
export function drawNotes(scene: Scene): void {
  const { sheet, texts } = scene;
  const style: TextStyle = { x: PAGE.left, y: 0, width: PAGE.textWidth, size: SMALL_SIZE, color: INK_QUIET };
  const heights = texts.notes.map(note => heightOf(sheet, note, style) + 2);
  sheet.y = Math.max(sheet.y, PAGE.bottom - heights.reduce((sum, height) => sum + height, 0));
  for (const [place, note] of texts.notes.entries()) {
    need(scene, (heights[place] ?? 0) - 2);
    sheet.y += write(sheet, 'P', note, { ...style, y: sheet.y }) + 2;
  }
}
