import type { Translator } from '../../../core/ports/ports.ts';
import type { SignedValue } from '../../../core/ports/stationPort.ts';
import type { InvoiceDocument } from '../../../core/records/records.ts';
import { type InvoiceTexts, invoiceTexts } from '../content/invoiceTexts.ts';
import { attachFiles } from './attachments.ts';
import { FONTS } from './fonts.ts';
import { drawInvoice } from './invoiceLayout.ts';
import { drawFoot, type Scene } from './invoiceScene.ts';
import { escapeMetadata } from './pdfMetadata.ts';
import { printColors } from './printColors.ts';

/**
 * Draws the document as PDF/A-3b (ISO 19005-3) and PDF/UA-1 (ISO 14289-1). The electronic invoice and the signed meter values
 * are attached. The same document always gives the same bytes, because all dates in the file are taken from the document.
 * @param signedValues the signed values at the time of the issue
 */
export async function invoicePdf(
  doc: InvoiceDocument,
  translator: Translator,
  signedValues: readonly SignedValue[] = [],
): Promise<Uint8Array> {
  const texts = invoiceTexts(doc, translator);
  const pdf = await openPdf(doc, texts);
  const bytes = collect(pdf);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const scene: Scene = { sheet: { doc: pdf, root, y: 0 }, doc, texts, colors: printColors(doc.brand.primary) };
  drawInvoice(scene);
  const pages = pdf.bufferedPageRange().count;
  for (let page = 1; page <= pages; page += 1) {
    pdf.switchToPage(page - 1);
    drawFoot(scene, page, pages);
  }
  attachFiles(pdf, { doc, texts, signedValues });
  pdf.end();
  return bytes;
}

async function openPdf(doc: InvoiceDocument, texts: InvoiceTexts): Promise<PDFKit.PDFDocument> {
  // Loaded on demand: pdfkit is large, and a process that serves pages seldom needs it, because a worker thread draws documents.
  const { default: PDFDocument } = await import('pdfkit');
  const issuedAt = new Date(doc.issuedAt);
  const pdf = new PDFDocument({
    size: 'A4',
    // No margin, because `need` decides where a page ends.
    margin: 0,
    bufferPages: true,
    font: FONTS.regular,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    tagged: true,
    lang: texts.language,
    displayTitle: true,
    info: { Title: texts.name, Author: doc.supplier.name, Creator: doc.brand.name, CreationDate: issuedAt, ModDate: issuedAt },
  });
  escapeMetadata(pdf);
  return pdf;
}

async function collect(pdf: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of pdf) chunks.push(Buffer.from(chunk));
  return new Uint8Array(Buffer.concat(chunks));
}
