import type { InvoiceDocument } from '../../../core/records/records.ts';

import type { InvoiceTexts } from '../content/invoiceTexts.ts';
import { writeXml } from '../content/xml.ts';
import { crossIndustryInvoice } from './ciiInvoice.ts';

/** The file name that Factur-X requires inside a PDF. */
export const E_INVOICE_FILE = 'factur-x.xml';

/**
 * Writes the document as an electronic invoice: UN/CEFACT CII in the profile EN 16931 of Factur-X 1.0.
 * @returns null if no valid electronic invoice is possible (decision 0013): for a receipt, without a known buyer, without a tax
 * number of the supplier, or without lines
 */
export function eInvoiceXml(doc: InvoiceDocument, texts: InvoiceTexts): string | null {
  return isElectronic(doc) ? writeXml(crossIndustryInvoice(doc, texts)) : null;
}

function isElectronic({ kind, cancels, customer, supplier, lines }: InvoiceDocument): boolean {
  const isReceipt = kind === 'receipt' || cancels?.isReceipt === true;
  return !isReceipt && customer !== null && (supplier.vatId ?? supplier.taxNumber) !== null && lines.length > 0;
}
