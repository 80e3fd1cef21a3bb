import type { InvoiceDocument } from '../../records.ts';
import type { SignedValue } from '../../stationPort.ts';
import { safeContainer } from '../calibration.ts';
import { E_INVOICE_FILE, eInvoiceXml } from '../einvoice/eInvoice.ts';

import { FACTUR_X_METADATA } from './facturX.ts';
import type { InvoiceTexts } from './invoiceTexts.ts';

/** Puts the electronic invoice, where there is one, and the signed meter values into the PDF. */
export function attachFiles(
  pdf: PDFKit.PDFDocument,
  { doc, texts, signedValues }: { doc: InvoiceDocument; texts: InvoiceTexts; signedValues: readonly SignedValue[] },
): void {
  const dates = { creationDate: new Date(doc.issuedAt), modifiedDate: new Date(doc.issuedAt) };
  const xml = eInvoiceXml(doc, texts);
  if (xml !== null) {
    pdf.appendXML(FACTUR_X_METADATA);
    // The same invoice in another form: what a bookkeeping program reads instead of the page.
    attach(pdf, Buffer.from(xml), { ...dates, name: E_INVOICE_FILE, type: 'text/xml', relationship: 'Alternative' });
  }
  if (signedValues.length > 0) {
    const { fileName: name, bytes } = safeContainer({ values: signedValues, transactionId: doc.sessionNumber });
    attach(pdf, Buffer.from(bytes), { ...dates, name, type: 'text/xml', relationship: 'Supplement' });
  }
}

/** The package's types do not know the relation, without which PDF/A-3 forbids the file (ISO 19005-3 § 6.8). */
type Attachment = PDFKit.Mixins.PDFAttachmentOptions & { relationship: 'Alternative' | 'Supplement' };
const attach = (pdf: PDFKit.PDFDocument, bytes: Buffer, attachment: Attachment) => pdf.file(bytes, attachment);
