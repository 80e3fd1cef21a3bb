import PDFDocument from 'pdfkit';
import type { Words } from '../ports.ts';
import type { InvoiceDocument } from './invoiceDocument.ts';
import { drawInvoice } from './invoiceLayout.ts';
import { drawFoot, type Scene } from './invoiceScene.ts';
import { FONTS } from './invoiceSheet.ts';
import { type InvoiceTexts, invoiceTexts } from './invoiceTexts.ts';
import { printColors } from './printColors.ts';

/**
 * The document as PDF/A-3b (ISO 19005-3), tagged for screen readers. The same document always gives the same bytes: its
 * dates are those of the issue, and the file's id follows from them.
 */
export async function invoicePdf(doc: InvoiceDocument, words: Words): Promise<Uint8Array> {
  const texts = invoiceTexts(doc, words);
  const pdf = openPdf(doc, texts);
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
  pdf.end();
  return bytes;
}

function openPdf(doc: InvoiceDocument, texts: InvoiceTexts): PDFKit.PDFDocument {
  const issuedAt = new Date(doc.issuedAt);
  return new PDFDocument({
    size: 'A4',
    // The layout breaks pages itself.
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
}

async function collect(pdf: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of pdf) chunks.push(Buffer.from(chunk));
  return new Uint8Array(Buffer.concat(chunks));
}
