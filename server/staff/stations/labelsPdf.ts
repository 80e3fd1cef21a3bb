import type { LabelPlug, Translator } from '../../core/ports/ports.ts';
import type { ClientRecord } from '../../core/records/records.ts';
import { yieldToEventLoop } from '../../platform/yieldToEventLoop.ts';
import { FONTS } from '../../shop/documents/pdf/fonts.ts';
import { openLogo } from '../../shop/documents/pdf/logoImage.ts';
import { escapeMetadata, metadataOf, PDF_UA_1 } from '../../shop/documents/pdf/pdfMetadata.ts';
import { drawLabel, HEIGHT, WIDTH } from './labelPage.ts';

interface LabelsPdfOptions {
  plugs: Iterable<LabelPlug> | AsyncIterable<LabelPlug>;
  /** Origin of the pages for drivers, for example 'https://laden.example'. */
  origin: string;
  translator: Translator;
}

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

/** Draws QR code labels for printing (PDF/A-3b, PDF/UA-1), one per page. */
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
    drawLabel({ pdf, section, origin, translator, logo: logoOf(plug.client), ...plug });
    section.end();
    await yieldToEventLoop();
    yield* chunks.splice(0);
  }
  pdf.appendXML(metadataOf([PDF_UA_1]));
  pdf.end();
  await promise;
  yield* chunks.splice(0);
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
