import { formatRating } from '../../../shared/figures/format.ts';
import type { Locale } from '../../../shared/model/locales.ts';
import type { LabelPlug, Translator } from '../../core/ports/ports.ts';
import type { ClientRecord } from '../../core/records/records.ts';
import { INK, INK_QUIET, PANEL, type PrintColors, printColors } from '../../shop/documents/pdf/printColors.ts';
import { CARD, PHONE, type Pictogram, PLUGS, SCAN } from './labelIcons.ts';
import { measure, measureAlike, measureBroken, write, writeMeasured } from './labelText.ts';
import { labelAddress, qrModules } from './qrCode.ts';

/** One label and the document in which it is a page. */
export interface Label extends LabelPlug {
  pdf: PDFKit.PDFDocument;
  /** The element of this label in the PDF structure tree. */
  section: PDFKit.PDFStructureElement;
  /** Origin of the pages for drivers, for example 'https://laden.example'. */
  origin: string;
  translator: Translator;
  /** Null: the label shows the name of the brand instead. */
  logo: PDFKit.Mixins.ImageSrc | null;
}

/** Converts millimetres to PDF points. */
const mm = (millimetres: number): number => (millimetres * 72) / 25.4;

/** Page size of a label: A6, portrait. */
export const [WIDTH, HEIGHT] = [mm(105), mm(148)];
const MARGIN = mm(7);
const INNER = WIDTH - 2 * MARGIN;
const BAND = mm(32);
/** Height of a capital letter or digit in Noto Sans, as a share of the font size. */
const CAP_HEIGHT = 0.714;
/** Side of the QR code without its light border. */
const CODE = { side: mm(44), top: mm(65) };
/** Width in modules of the light border that QR code readers need (ISO/IEC 18004). */
const QUIET_MODULES = 4;
/** Colour for brands without one, and the default of the drivers' pages. */
const NEUTRAL = '#1770f0';

/** Draws a label on a new page. Text is black or white; the brand colour fills the band only. */
export function drawLabel(label: Label): void {
  label.pdf.addPage();
  drawBand(label, labelColors(label.client));
  drawTitle(label);
  drawSteps(label, drawCode(label));
  drawHost(label);
  drawFoot(label);
}

export const labelColors = ({ colors }: ClientRecord): PrintColors => printColors(colors.primary ?? NEUTRAL);

/** Draws the number and the kind of the plug, on a band in the brand colour. */
function drawBand(label: Label, { fill, onFill: color }: PrintColors): void {
  const { pdf, client, connector, translator } = label;
  const t = (key: string, values = {}) => translator(client.mainLanguage, key, values);
  decorate(label, () => pdf.rect(0, 0, WIDTH, BAND).fill(fill));
  const number = measure(pdf, connector.number, { width: mm(40), size: mm(27), weight: 'bold' });
  const baseline = (BAND + CAP_HEIGHT * number.size) / 2;
  add(label, 'P', { actual: t('plug.number', { number: connector.number }) }, () =>
    writeMeasured(pdf, number, { x: MARGIN, baseline, color }),
  );
  const region = { locale: client.mainLanguage, country: label.point.country };
  const power = t('plug.power', { kw: formatRating(connector.powerW, region) });
  const lines = [
    ...measureBroken(pdf, t(`plug.type.${connector.kind}`), { width: mm(38), size: mm(5.6), weight: 'bold' }),
    measure(pdf, `${t(connector.isDc ? 'plug.dc' : 'plug.ac')} ${power}`, { width: mm(38), size: mm(4) }),
  ];
  const left = WIDTH - MARGIN - Math.max(...lines.map(({ width }) => width));
  drawPictogram(label, PLUGS[connector.kind], { x: left - mm(14), y: BAND / 2 - mm(5.5), side: mm(11), color });
  const firstBaseline = BAND / 2 + mm(1.7) - ((lines.length - 1) / 2) * mm(5.9);
  for (const [place, line] of lines.entries())
    add(label, 'P', {}, () => writeMeasured(pdf, line, { x: left, baseline: firstBaseline + place * mm(5.9), color }));
}

/** Draws the title in two lines that end where its sentences end, and in English below. */
function drawTitle(label: Label): void {
  const { pdf, client, translator } = label;
  const sentences = (locale: Locale) => ['label.title', 'label.without'].map(key => translator(locale, key));
  const own = sentences(client.mainLanguage);
  add(label, 'H1', { actual: own.join(' ') }, () => {
    for (const [place, line] of measureAlike(pdf, own, { width: INNER, size: mm(7.1), weight: 'bold' }).entries())
      writeMeasured(pdf, line, { x: MARGIN, baseline: mm(42.5 + 8.2 * place) });
  });
  if (client.mainLanguage === 'en') return;
  const english = { x: MARGIN, width: INNER, size: mm(3.9), color: INK_QUIET, baseline: mm(57) };
  add(label, 'P', { lang: 'en' }, () => write(pdf, sentences('en').join(' '), english));
}

/** Draws the QR code. Returns the x position beside its light border, where other content may begin. */
function drawCode(label: Label): number {
  const { pdf, origin, point } = label;
  const address = labelAddress(origin, point.evseId);
  const rows = qrModules(address);
  const module = CODE.side / rows.length;
  const left = Math.max(MARGIN, QUIET_MODULES * module);
  add(label, 'Figure', { alt: `QR: ${address}` }, () => {
    pdf.fillColor('#000000');
    for (const [row, modules] of rows.entries())
      for (const [column, isDark] of modules.entries())
        if (isDark) pdf.rect(left + column * module, CODE.top + row * module, module, module);
    pdf.fill();
  });
  return left + CODE.side + QUIET_MODULES * module;
}

/** Draws the three steps of a driver, from the scan to the plug, beside the QR code. */
function drawSteps(label: Label, left: number): void {
  const { pdf, section, connector, translator } = label;
  const list = pdf.struct('L');
  section.add(list);
  const steps = [
    { key: 'label.scan', pictogram: SCAN },
    { key: 'label.pay', pictogram: CARD },
    { key: 'label.plugIn', pictogram: PLUGS[connector.kind] },
  ];
  const [x, side] = [left + mm(10), mm(8)];
  for (const [place, { key, pictogram }] of steps.entries()) {
    const middle = CODE.top + CODE.side / 2 + (place - 1) * mm(14.6);
    drawPictogram(label, pictogram, { x: left, y: middle - side / 2, side, color: INK });
    const width = WIDTH - MARGIN - x;
    const item = pdf.struct('LI');
    list.add(item);
    item.add(
      inLanguages(label, 'LBody', (locale, isFirst) =>
        write(
          pdf,
          isFirst ? `${place + 1} ${translator(locale, key)}` : translator(locale, key),
          isFirst
            ? { x, width, baseline: middle - mm(0.4), size: mm(4.05), weight: 'bold' }
            : { x, width, baseline: middle + mm(3.9), size: mm(3.3), color: INK_QUIET },
        ),
      ),
    );
    item.end();
  }
  list.end();
}

/**
 * Draws the host name that drivers should see in the address bar, so that they notice a QR code that a fraudster stuck over this
 * one.
 */
function drawHost(label: Label): void {
  const { pdf, section, origin, translator } = label;
  const [top, x, width] = [mm(115.5), MARGIN + mm(3.5), INNER - mm(7)];
  decorate(label, () => pdf.roundedRect(MARGIN, top, INNER, mm(13), mm(1.5)).fill(PANEL));
  const caption = { width: width / 2, size: mm(3.1), color: INK_QUIET, baseline: top + mm(4.4) };
  let from = x;
  section.add(
    inLanguages(label, 'P', (locale, isFirst) => {
      from += write(pdf, `${isFirst ? '' : ' · '}${translator(locale, 'label.host')}`, { ...caption, x: from });
    }),
  );
  const { host } = new URL(origin);
  add(label, 'P', {}, () => write(pdf, host, { x, width, size: mm(5.5), weight: 'bold', baseline: top + mm(10.4) }));
}

/** Draws the logo or the name of the brand on the left, the EVSE ID to type in and the telephone for help on the right. */
function drawFoot(label: Label): void {
  const { pdf, client, point, translator, logo } = label;
  const [top, width, height] = [mm(132), mm(34), mm(11)];
  if (logo)
    add(label, 'Figure', { alt: client.name }, () => {
      pdf.image(logo, MARGIN, top, { fit: [width, height], valign: 'center' });
    });
  else add(label, 'P', {}, () => write(pdf, client.name, { x: MARGIN, width, size: 14, weight: 'bold', baseline: mm(139) }));
  const [right, space] = [WIDTH - MARGIN, INNER - width - mm(4)];
  const id = measure(pdf, point.evseId, { width: space, size: mm(4.1), weight: 'bold' });
  add(label, 'P', {}, () => writeMeasured(pdf, id, { x: right - id.width, baseline: mm(136.6) }));
  const phone = point.helpPhone ?? client.supportPhone;
  if (phone === null) return;
  const number = measure(pdf, phone, { width: space - mm(6), size: mm(4.1) });
  const left = right - number.width;
  drawPictogram(label, PHONE, { x: left - mm(5.4), y: mm(138.8), side: mm(4), color: INK });
  add(label, 'P', { actual: `${translator(client.mainLanguage, 'label.help')}: ${phone}` }, () =>
    writeMeasured(pdf, number, { x: left, baseline: mm(142.3) }),
  );
}

/** Returns the languages of a label: the brand's main language, and English. */
const languagesOf = ({ client: { mainLanguage } }: Label): readonly Locale[] =>
  mainLanguage === 'en' ? ['en'] : [mainLanguage, 'en'];

type Tag = 'P' | 'H1' | 'LBody' | 'Figure';

/** Draws with `paint` and adds the drawing as an element to the PDF structure of the label. */
function add({ pdf, section }: Label, name: Tag, options: { lang?: string; alt?: string; actual?: string }, paint: () => void) {
  section.add(pdf.struct(name, options, paint));
}

/** Returns an element with a part in each language of the label, of which the brand's main language is the first. */
function inLanguages(label: Label, name: Tag, paint: (locale: Locale, isFirst: boolean) => void): PDFKit.PDFStructureElement {
  const parts = languagesOf(label).map((lang, place) => label.pdf.struct('Span', { lang }, () => paint(lang, place === 0)));
  return label.pdf.struct(name, {}, parts);
}

/** Draws decoration, which screen readers skip. */
function decorate({ pdf }: Label, paint: () => void): void {
  pdf.markContent('Artifact', { type: 'Layout' });
  paint();
  pdf.endMarkedContent();
}

function drawPictogram(
  label: Label,
  { path, isFilled }: Pictogram,
  { x, y, side, color }: { x: number; y: number; side: number; color: string },
): void {
  decorate(label, () => {
    const pdf = label.pdf
      .save()
      .translate(x, y)
      .scale(side / 24)
      .path(path);
    if (isFilled) pdf.fill(color);
    else pdf.lineWidth(2).lineCap('round').lineJoin('round').stroke(color);
    pdf.restore();
  });
}
