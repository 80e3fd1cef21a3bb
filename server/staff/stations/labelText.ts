import { type FontWeight, selectFont } from '../../shop/documents/pdf/fonts.ts';
import { INK } from '../../shop/documents/pdf/printColors.ts';

interface Space {
  width: number;
  /** Font size in points, if the text fits into `width`. */
  size: number;
  weight?: FontWeight;
}

/** A text of one line with the size in which the line fits, and its width in that size. */
export interface MeasuredLine {
  text: string;
  size: number;
  width: number;
  weight: FontWeight;
}

interface Position {
  x: number;
  baseline: number;
  color?: string;
}

/** Measures a text as one line, in a smaller size if the text is wider than the space. */
export function measure(pdf: PDFKit.PDFDocument, text: string, { width, size, weight = 'regular' }: Space): MeasuredLine {
  const wide = pdf.widthOfString(selectFont(pdf, text, { weight, size }));
  const share = Math.min(1, width / wide);
  return { text, size: size * share, width: wide * share, weight };
}

/** Measures lines that have the same size. */
export function measureAlike(pdf: PDFKit.PDFDocument, texts: readonly string[], space: Space): readonly MeasuredLine[] {
  const lines = texts.map(text => measure(pdf, text, space));
  const size = Math.min(...lines.map(line => line.size));
  return lines.map(line => ({ ...line, size, width: (line.width * size) / line.size }));
}

/** Breaks a text before its last word if one line would be much smaller, for example "Haushaltssteckdose (Schuko)". */
export function measureBroken(pdf: PDFKit.PDFDocument, text: string, space: Space): readonly MeasuredLine[] {
  const line = measure(pdf, text, space);
  return line.size > space.size * 0.7 ? [line] : measureAlike(pdf, text.split(/ (?=\S+$)/), space);
}

export function writeMeasured(pdf: PDFKit.PDFDocument, line: MeasuredLine, { x, baseline, color = INK }: Position): void {
  const shown = selectFont(pdf, line.text, line);
  pdf.fillColor(color).text(shown, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
}

/** Writes a text as one line, in a smaller size if the text is wider than the space. Returns the width of the line. */
export function write(pdf: PDFKit.PDFDocument, text: string, { x, baseline, color, ...space }: Space & Position): number {
  const line = measure(pdf, text, space);
  writeMeasured(pdf, line, { x, baseline, ...(color ? { color } : {}) });
  return line.width;
}
