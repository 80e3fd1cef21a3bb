import type { Locale } from '../../../shared/model/locales.ts';
import type { LabelPlug, Translator } from '../../core/ports/ports.ts';
import type { ClientRecord } from '../../core/records/records.ts';
import { yieldToEventLoop } from '../../platform/yieldToEventLoop.ts';
import { writable } from '../../shop/documents/pdf/glyphs.ts';
import { FONTS } from '../../shop/documents/pdf/invoiceSheet.ts';
import { openLogo } from '../../shop/documents/pdf/logoImage.ts';
import { escapeMetadata, metadataOf, PDF_UA_1 } from '../../shop/documents/pdf/pdfMetadata.ts';
import { HAIRLINE, INK, INK_QUIET, type PrintColors, printColors } from '../../shop/documents/pdf/printColors.ts';
import { labelAddress, qrModules } from './qrCode.ts';

interface LabelsPdfOptions {
  plugs: Iterable<LabelPlug> | AsyncIterable<LabelPlug>;
  /** Origin of the pages for drivers, for example 'https://laden.example'. */
  origin: string;
  translator: Translator;
}

/** Converts millimetres to PDF points. */
const mm = (millimetres: number): number => (millimetres * 72) / 25.4;

/** Page size of a label: A6, portrait. */
const [WIDTH, HEIGHT] = [mm(105), mm(148)];
const LEFT = mm(7);
const INNER = WIDTH - 2 * LEFT;
const CODE = mm(58);
/** Width in modules of the light border that QR code readers need (ISO/IEC 18004). */
const QUIET_MODULES = 4;
/** Colour for brands without one; it is also the default of the drivers' pages. */
const NEUTRAL = '#1770f0';

/** Each label sets its own language, so this `lang` applies only to the document title. */
const OPTIONS = {
  size: [WIDTH, HEIGHT],
  margin: 0,
  autoFirstPage: false,
  font: FONTS.regular,
  fontLayoutCache: false,
  pdfVersion: '1.7',
  subset: 'PDF/A-3b',
  tagged: true,
  lang: 'en',
  displayTitle: true,
  info: { Title: 'Labels for charging points' },
} satisfies PDFKit.PDFDocumentOptions;

/** Draws QR code labels for printing (PDF/A-3b, PDF/UA-1), one per page. Text is black; the brand colour fills areas only. */
export async function labelsPdf(request: LabelsPdfOptions): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of labelsAsDrawn(request)) chunks.push(chunk);
  // Copied, because a small Buffer shares memory with others and cannot be transferred to another thread.
  return new Uint8Array(Buffer.concat(chunks));
}

/** Yields the PDF while it is drawn, so that the whole file is never in memory. */
export async function* labelsAsDrawn({ plugs, origin, translator }: LabelsPdfOptions): AsyncGenerator<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument(OPTIONS);
  escapeMetadata(pdf);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const chunks: Uint8Array[] = [];
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const { promise, resolve } = Promise.withResolvers<void>();
  pdf.on('end', resolve);
  const logoOf = logosOf(pdf);
  for await (const plug of plugs) {
    const section = pdf.struct('Sect', { lang: plug.client.mainLanguage });
    root.add(section);
    drawLabel({ pdf, section, origin, translator, logoOf, ...plug });
    section.end();
    await yieldToEventLoop();
    yield* chunks.splice(0);
  }
  pdf.appendXML(metadataOf([PDF_UA_1]));
  pdf.end();
  await promise;
  yield* chunks.splice(0);
}

interface Label extends LabelPlug, Omit<LabelsPdfOptions, 'plugs'> {
  pdf: PDFKit.PDFDocument;
  /** The element of this label in the PDF structure tree. */
  section: PDFKit.PDFStructureElement;
  logoOf: ReturnType<typeof logosOf>;
}

/** Returns a function that embeds the logo of each brand only once per file. */
function logosOf(pdf: PDFKit.PDFDocument) {
  const opened = new Map<string, ReturnType<typeof openLogo>>();
  return ({ logoPrint }: ClientRecord) => {
    if (!logoPrint) return null;
    const { base64 } = logoPrint;
    const image = opened.has(base64) ? opened.get(base64) : openLogo(pdf, Buffer.from(base64, 'base64'));
    opened.set(base64, image ?? null);
    return image ?? null;
  };
}

function drawLabel(label: Label): void {
  const { pdf, client, point, connector, origin } = label;
  const colors = printColors(client.colors.primary ?? NEUTRAL);
  pdf.addPage();
  decorate(label, () => pdf.rect(0, 0, WIDTH, mm(3)).fill(colors.fill));
  drawBrand(label, colors);
  let y = mm(29);
  for (const [place, locale] of languagesOf(client).entries()) {
    const isFirst = place === 0;
    const style = { y, size: isFirst ? 15 : 10, isBold: isFirst, isQuiet: !isFirst };
    y = write(label, label.translator(locale, 'home.title'), { ...style, tag: isFirst ? 'H1' : 'P', lang: locale });
  }
  drawCode(label, labelAddress(origin, point.evseId), mm(50));
  drawCheck(label, colors, mm(112));
  drawFacts(label, [
    [translated(label, 'location.evse'), point.evseId],
    [translated(label, `plug.type.${connector.kind}`), translated(label, 'plug.number', { number: connector.number })],
    ...(client.supportPhone ? [['☎', client.supportPhone] as const] : []),
  ]);
}

/** Returns the languages of a label: the brand's main language, and English. */
const languagesOf = ({ mainLanguage }: ClientRecord): readonly Locale[] =>
  mainLanguage === 'en' ? ['en'] : [mainLanguage, 'en'];

const translated = ({ client, translator }: Label, key: string, values = {}): string =>
  translator(client.mainLanguage, key, values);

/** Draws with `paint` and adds the drawing as an element to the PDF structure of the label. */
function tag(
  { pdf, section }: Label,
  name: string,
  options: { lang?: string; alt?: string; actual?: string },
  paint: () => void,
): void {
  section.add(pdf.struct(name, options, paint));
}

/** Draws decoration, which screen readers skip. */
function decorate({ pdf }: Label, paint: () => void): void {
  pdf.markContent('Artifact', { type: 'Layout' });
  paint();
  pdf.endMarkedContent();
}

/** Draws the brand's logo or name on the left and the plug number on the right. */
function drawBrand(label: Label, colors: PrintColors): void {
  const { pdf, client, connector, logoOf } = label;
  const { name } = client;
  const image = logoOf(client);
  if (image)
    tag(label, 'Figure', { alt: name }, () => {
      pdf.image(image, LEFT, mm(8), { fit: [mm(60), mm(14)], valign: 'center' });
    });
  else write(label, name, { y: mm(12), size: 15, isBold: true, width: mm(65) });
  const side = mm(18);
  const x = WIDTH - LEFT - side;
  decorate(label, () => pdf.roundedRect(x, mm(6.5), side, side, mm(2)).fill(colors.fill));
  const number = translated(label, 'plug.number', { number: connector.number });
  tag(label, 'P', { actual: number }, () => {
    pdf
      .font(FONTS.bold)
      .fontSize(36)
      .fillColor(colors.onFill)
      .text(writable(pdf, connector.number), x, mm(9), { width: side, align: 'center', lineBreak: false });
  });
}

interface Style {
  y: number;
  size: number;
  isBold?: boolean;
  isQuiet?: boolean;
  x?: number;
  width?: number;
  /** Type of the element in the PDF structure. Default: paragraph. */
  tag?: string;
  lang?: Locale;
}

/** Writes a text. Returns the y coordinate below it. */
function write(label: Label, text: string, style: Style): number {
  const { pdf } = label;
  const { y, size, isBold, isQuiet, x = LEFT, width = INNER, lang } = style;
  pdf.font(isBold ? FONTS.bold : FONTS.regular).fontSize(size);
  const shown = writable(pdf, text);
  tag(label, style.tag ?? 'P', lang ? { lang } : {}, () => {
    pdf.fillColor(isQuiet ? INK_QUIET : INK).text(shown, x, y, { width });
  });
  return y + pdf.heightOfString(shown, { width }) + 1;
}

function drawCode(label: Label, address: string, top: number): void {
  const { pdf } = label;
  const rows = qrModules(address);
  const module = CODE / (rows.length + 2 * QUIET_MODULES);
  const left = (WIDTH - CODE) / 2;
  tag(label, 'Figure', { alt: `QR: ${address}` }, () => {
    pdf.fillColor('#000000');
    for (const [row, modules] of rows.entries())
      for (const [column, isDark] of modules.entries())
        if (isDark) pdf.rect(left + (column + QUIET_MODULES) * module, top + (row + QUIET_MODULES) * module, module, module);
    pdf.fill();
  });
  // The address as text, for drivers whose camera cannot read the QR code.
  const shown = address.replace(/^https?:\/\//i, '');
  tag(label, 'P', {}, () => {
    pdf.font(FONTS.regular).fontSize(7.5).fillColor(INK_QUIET);
    pdf.text(shown, LEFT, top + CODE - mm(1), { width: INNER, align: 'center' });
  });
}

/**
 * Draws the host name that drivers should see in the address bar, so that they notice a QR code that a fraudster stuck over this
 * one.
 */
function drawCheck(label: Label, colors: PrintColors, top: number): void {
  const { client, origin, pdf, translator } = label;
  const { host } = new URL(origin);
  decorate(label, () => pdf.rect(LEFT, top, mm(1.2), mm(17)).fill(colors.line));
  let y = top + mm(1);
  for (const [place, locale] of languagesOf(client).entries()) {
    const text = translator(locale, 'home.domainCheck', { host });
    y = write(label, text, {
      y,
      size: place === 0 ? 9.5 : 8,
      isBold: place === 0,
      isQuiet: place > 0,
      x: LEFT + mm(4),
      width: INNER - mm(4),
      lang: locale,
    });
  }
}

/** Draws three values at the bottom: the ID to type in, the type and number of the plug, and the support phone number. */
function drawFacts(label: Label, facts: readonly (readonly [string, string])[]): void {
  const { pdf } = label;
  const top = mm(131);
  decorate(label, () => pdf.rect(LEFT, top, INNER, 0.8).fill(HAIRLINE));
  // Shares of the width for the three columns. The EVSE ID needs the most.
  const shares = [0.4, 0.23, 0.37];
  let x = LEFT;
  for (const [place, [name, value]] of facts.entries()) {
    const width = INNER * (shares[place] ?? 0);
    const below = write(label, name, { x, y: top + mm(2), size: 7, isQuiet: true, width: width - 4 });
    write(label, value, { x, y: below, size: 8.5, isBold: true, width: width - 4 });
    x += width;
  }
}
