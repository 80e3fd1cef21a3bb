import { COLUMNS, drawAcross, FIRST, need, type Scene, THIRD } from './invoiceScene.ts';
import { decorate, heightOf, PAGE, rule, type Sheet, type TextStyle, write, writeLabelled } from './invoiceSheet.ts';
import { INK, INK_QUIET, type PrintColors } from './printColors.ts';

/** Draws the total in the largest figures of the page, and below it net amount and VAT of each rate. */
export function drawTotal(scene: Scene): void {
  const { sheet, texts } = scene;
  need(scene, 60 + (texts.vat.length + texts.nationalVat.length) * 34);
  rule(sheet, sheet.y, { color: INK, weight: 1.2 });
  const style: TextStyle = { x: PAGE.left, y: sheet.y + 10, width: PAGE.textWidth, size: 20, font: 'bold', align: 'right' };
  const labelStyle: TextStyle = { ...style, y: style.y + 8.5, width: 330, size: 11, align: 'left' };
  const { label, value } = texts.total;
  sheet.y = style.y + writeLabelled(sheet, { text: label, style: labelStyle }, [{ text: value, style }]) + 10;
  for (const group of texts.vat) sheet.y = drawAcross(sheet, group) + 2;
  if (texts.nationalVat.length > 0) sheet.y = drawAcross(sheet, texts.nationalVat) + 2;
  sheet.y += 12;
}

export function drawPayment(scene: Scene): void {
  const { sheet, texts, colors } = scene;
  need(scene, 96);
  rule(sheet, sheet.y);
  sheet.y += 20;
  for (const sentence of texts.payment) {
    const style: TextStyle = { x: PAGE.left, y: sheet.y, width: PAGE.textWidth, size: 9.5, font: 'bold' };
    sheet.y += write(sheet, 'P', sentence, style) + 4;
  }
  sheet.y += 8;
  if (texts.hold.length === 0) return;
  drawRoute(sheet, colors);
  sheet.y = drawAcross(sheet, texts.hold, { top: sheet.y + 17, font: 'bold' }) + 16;
}

/** Draws the line that connects the steps held → charged → released, in the style of the web pages. */
function drawRoute(sheet: Sheet, { line }: PrintColors): void {
  const [y, radius] = [sheet.y + 5, 4.5];
  decorate(sheet, 'Layout', () => {
    sheet.doc.rect(FIRST.x + radius, y - 1, THIRD.x - FIRST.x, 2).fill(line);
    for (const { x } of COLUMNS) sheet.doc.circle(x + radius, y, radius).fill(line);
  });
}

export function drawNotes(scene: Scene): void {
  const { sheet, texts } = scene;
  for (const note of texts.notes) {
    const style: TextStyle = { x: PAGE.left, y: sheet.y, width: PAGE.textWidth, size: 7.5, color: INK_QUIET };
    need(scene, heightOf(sheet, note, style));
    sheet.y += write(sheet, 'P', note, { ...style, y: sheet.y }) + 2;
  }
}
