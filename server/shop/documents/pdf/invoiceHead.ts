import type { Fact } from '../content/invoiceItemTexts.ts';
import type { Party } from '../content/invoiceTexts.ts';
import {
  brandBand,
  drawFacts,
  FIRST,
  factsHeight,
  labelHeight,
  labelStyle,
  type Scene,
  SECOND,
  THIRD,
  VALUE_SIZE,
} from './invoiceScene.ts';
import { decorate, draw, heightOf, PAGE, rule, type Sheet, type TextStyle, write, writeLabelled } from './invoiceSheet.ts';
import { openLogo } from './logoImage.ts';
import { PANEL, type PrintColors } from './printColors.ts';

/** Draws the brand in the head of the first page: a band in its colour and its logo. */
export function drawBrand({ sheet, doc, colors }: Scene): void {
  const { name, logoPrint } = doc.brand;
  decorate(sheet, 'Layout', () => brandBand(sheet, colors));
  const isDrawn = logoPrint !== null && drawLogo(sheet, Buffer.from(logoPrint, 'base64'), name);
  if (!isDrawn) write(sheet, 'P', name, { x: PAGE.left, y: 40, width: PAGE.textWidth, size: 16, font: 'bold' });
  sheet.y = 92;
}

/**
 * Draws the logo of the brand. If the logo is invalid, the caller writes the brand's name instead, so that the document is
 * issued anyway.
 * @returns whether the logo was drawn
 */
function drawLogo({ doc, root }: Sheet, bytes: Buffer, alt: string): boolean {
  const image = openLogo(doc, bytes);
  if (!image) return false;
  const [y, width, height] = [32, 190, 40];
  const figure = { alt, placement: 'Block', bbox: [PAGE.left, y, PAGE.left + width, y + height] };
  root.add(doc.struct('Figure', figure, () => doc.image(image, PAGE.left, y, { fit: [width, height], valign: 'center' })));
  return true;
}

export function drawHead({ sheet, texts }: Scene): void {
  const title: TextStyle = { x: PAGE.left, y: sheet.y, width: PAGE.textWidth, size: 24, font: 'bold' };
  sheet.y += write(sheet, 'H1', texts.title, title) + 8;
  drawKeyFacts(sheet, texts.facts);
  const ends = [drawParty(sheet, texts.supplier, FIRST), texts.customer ? drawParty(sheet, texts.customer, SECOND) : 0];
  sheet.y = Math.max(...ends) + 10;
  rule(sheet, sheet.y);
  sheet.y += 14;
}

/** Columns of the panel with the facts that accounting looks for first. */
const KEY_COLUMNS = [
  { x: 62, width: 118 },
  { x: 188, width: 90 },
  { x: 286, width: 90 },
  { x: 384, width: 152 },
] as const;

function drawKeyFacts(sheet: Sheet, facts: readonly Fact[]): void {
  const [top, padding] = [sheet.y, 10];
  const style = { top: top + padding, font: 'bold' } as const;
  const height = Math.max(
    ...KEY_COLUMNS.map((column, place) => factsHeight(sheet, facts.slice(place, place + 1), column, style)),
  );
  decorate(sheet, 'Layout', () => sheet.doc.roundedRect(PAGE.left, top, PAGE.textWidth, height + 2 * padding, 4).fill(PANEL));
  for (const [place, column] of KEY_COLUMNS.entries()) drawFacts(sheet, facts.slice(place, place + 1), column, style);
  sheet.y = top + height + 2 * padding + 16;
}

function drawParty(sheet: Sheet, { label, name, lines }: Party, { x, width }: { x: number; width: number }): number {
  const nameStyle: TextStyle = { x, y: sheet.y + labelHeight(sheet, label, width), width, size: VALUE_SIZE, font: 'bold' };
  const linesStyle: TextStyle = { x, y: nameStyle.y + heightOf(sheet, name, nameStyle), width, size: VALUE_SIZE };
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
  const linesStyle: TextStyle = { x, y: below + heightOf(sheet, name, nameStyle), width, size: VALUE_SIZE };
  const height = writeLabelled(sheet, { text: label, style: labelStyle(FIRST.x, top, FIRST.width) }, [
    { text: name, style: nameStyle },
    { text: lines.join('\n'), style: linesStyle },
  ]);
  const ends = [
    linesStyle.y + height,
    drawFacts(sheet, [texts.point, ...texts.meter], SECOND),
    drawFacts(sheet, texts.readings, THIRD),
  ];
  sheet.y = Math.max(...ends) + 18;
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
