import type { InvoiceDocument } from '../../../core/records/records.ts';

import type { InvoiceTexts } from '../content/invoiceTexts.ts';
import { writeXml } from '../content/xml.ts';
import { crossIndustryInvoice } from './ciiInvoice.ts';

/** The name that Factur-X requires for the XML file in a PDF. */
export const E_INVOICE_FILE = 'factur-x.xml';

/**
 * Writes the document as an electronic invoice: UN/CEFACT CII in the profile EN 16931 of Factur-X 1.0.
 * @returns null if a valid electronic invoice is impossible (decision 0013): for a receipt, if the buyer is unknown, if the
 * supplier has no tax number, or if the document has no lines
 */
export function eInvoiceXml(doc: InvoiceDocument, texts: InvoiceTexts): string | null {
  return isElectronic(doc) ? writeXml(crossIndustryInvoice(doc, texts)) : null;
}

function isElectronic({ kind, cancels, customer, supplier, lines }: InvoiceDocument): boolean {
  const isReceipt = kind === 'receipt' || cancels?.isReceipt === true;
  return !isReceipt && customer !== null && (supplier.vatId ?? supplier.taxNumber) !== null && lines.length > 0;
}
