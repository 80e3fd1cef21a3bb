import type { SignedValue } from '../../../core/ports/stationPort.ts';
import type { InvoiceDocument } from '../../../core/records/records.ts';
import { safeContainer } from '../content/calibration.ts';
import type { InvoiceTexts } from '../content/invoiceTexts.ts';
import { E_INVOICE_FILE, eInvoiceXml } from '../einvoice/eInvoice.ts';
import { FACTUR_X, metadataOf, PDF_UA_1 } from './pdfMetadata.ts';

/**
 * Attaches the signed meter values and the electronic invoice, if the document has them, to the PDF. Adds the metadata that
 * declares PDF/UA and Factur-X.
 */
export function attachFiles(
  pdf: PDFKit.PDFDocument,
  { doc, texts, signedValues }: { doc: InvoiceDocument; texts: InvoiceTexts; signedValues: readonly SignedValue[] },
): void {
  const dates = { creationDate: new Date(doc.issuedAt), modifiedDate: new Date(doc.issuedAt) };
  const xml = eInvoiceXml(doc, texts);
  pdf.appendXML(metadataOf(xml === null ? [PDF_UA_1] : [PDF_UA_1, FACTUR_X]));
  if (xml !== null) {
    // 'Alternative': the XML is the same invoice in a form that accounting software reads.
    attach(pdf, Buffer.from(xml), { ...dates, name: E_INVOICE_FILE, type: 'text/xml', relationship: 'Alternative' });
  }
  if (signedValues.length > 0) {
    const { fileName: name, bytes } = safeContainer({ values: signedValues, transactionId: doc.sessionNumber });
    attach(pdf, Buffer.from(bytes), { ...dates, name, type: 'text/xml', relationship: 'Supplement' });
  }
}

/** PDF/A-3 requires `relationship` for an attachment (ISO 19005-3 § 6.8), but the types of pdfkit lack this option. */
type Attachment = PDFKit.Mixins.PDFAttachmentOptions & { relationship: 'Alternative' | 'Supplement' };
const attach = (pdf: PDFKit.PDFDocument, bytes: Buffer, attachment: Attachment) => pdf.file(bytes, attachment);
