import type { Party } from '../content/invoiceTexts.ts';
import { brandLine, drawFacts, FIRST, labelHeight, labelStyle, type Scene, SECOND, THIRD } from './invoiceScene.ts';
import { decorate, draw, heightOf, PAGE, rule, type Sheet, type TextStyle, write, writeLabelled } from './invoiceSheet.ts';
import { openLogo } from './logoImage.ts';
import type { PrintColors } from './printColors.ts';

export function drawBrand({ sheet, doc, colors }: Scene): void {
  const { name, logoPrint } = doc.brand;
  const isDrawn = logoPrint !== null && drawLogo(sheet, Buffer.from(logoPrint, 'base64'), name);
  if (!isDrawn) write(sheet, 'P', name, { x: PAGE.left, y: 46, width: PAGE.textWidth, size: 15, font: 'bold' });
  decorate(sheet, 'Layout', () => brandLine(sheet, 84, colors));
  sheet.y = 112;
}

/**
 * Draws the logo of the brand. If the logo is invalid, the caller writes the brand's name instead, so that the document is
 * issued anyway.
 * @returns whether the logo was drawn
 */
function drawLogo({ doc, root }: Sheet, bytes: Buffer, alt: string): boolean {
  const image = openLogo(doc, bytes);
  if (!image) return false;
  const [width, height] = [180, 38];
  const figure = { alt, placement: 'Block', bbox: [PAGE.left, 34, PAGE.left + width, 34 + height] };
  root.add(doc.struct('Figure', figure, () => doc.image(image, PAGE.left, 34, { fit: [width, height], valign: 'center' })));
  return true;
}

export function drawHead({ sheet, texts }: Scene): void {
  const top = sheet.y;
  const titleHeight = write(sheet, 'H1', texts.title, { x: FIRST.x, y: top, width: PAGE.textWidth, size: 24, font: 'bold' });
  sheet.y = top + titleHeight + 14;
  const ends = [
    drawParty(sheet, texts.supplier, FIRST),
    texts.customer ? drawParty(sheet, texts.customer, SECOND) : 0,
    drawFacts(sheet, texts.facts, THIRD),
  ];
  sheet.y = Math.max(...ends) + 8;
  rule(sheet, sheet.y);
  sheet.y += 16;
}

function drawParty(sheet: Sheet, { label, name, lines }: Party, { x, width }: { x: number; width: number }): number {
  const nameStyle: TextStyle = { x, y: sheet.y + labelHeight(sheet, label, width), width, size: 9, font: 'bold' };
  const linesStyle: TextStyle = { x, y: nameStyle.y + heightOf(sheet, name, nameStyle), width, size: 9 };
  const height = writeLabelled(sheet, { text: label, style: labelStyle(x, sheet.y, width) }, [
    { text: name, style: nameStyle },
    { text: lines.join('\n'), style: linesStyle },
  ]);
  return linesStyle.y + height;
}

export function drawLocation({ sheet, texts, colors }: Scene): void {
  const top = sheet.y;
  const { label, name, lines, plugNumber } = texts.place;
  const [x, width] = [FIRST.x + 46, FIRST.width - 46];
  const below = top + labelHeight(sheet, label, FIRST.width);
  drawPlate(sheet, plugNumber, below + 2, colors);
  const nameStyle: TextStyle = { x, y: below, width, size: 9.5, font: 'bold' };
  const linesStyle: TextStyle = { x, y: below + heightOf(sheet, name, nameStyle), width, size: 9 };
  const height = writeLabelled(sheet, { text: label, style: labelStyle(FIRST.x, top, FIRST.width) }, [
    { text: name, style: nameStyle },
    { text: lines.join('\n'), style: linesStyle },
  ]);
  const ends = [
    linesStyle.y + height,
    drawFacts(sheet, texts.session.slice(0, 2), SECOND),
    drawFacts(sheet, texts.session.slice(2), THIRD),
  ];
  sheet.y = Math.max(...ends) + 20;
}

/**
 * Draws the number of the connector as a plate, as on the web pages and on the station. Screen readers skip the plate, because
 * the text beside it contains the number too.
 */
function drawPlate(sheet: Sheet, plugNumber: string, y: number, { fill, onFill, line }: PrintColors): void {
  const size = plugNumber.length > 2 ? 10 : 16;
  decorate(sheet, 'Layout', () => {
    sheet.doc
      .roundedRect(FIRST.x + 0.5, y + 0.5, 35, 35, 4)
      .lineWidth(1)
      .fillAndStroke(fill, line);
    draw(sheet, plugNumber, {
      x: FIRST.x,
      y: y + 18 - size * 0.58,
      width: 36,
      size,
      font: 'bold',
      color: onFill,
      align: 'center',
    });
  });
}
