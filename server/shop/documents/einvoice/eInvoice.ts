import type { InvoiceDocument } from '../../../core/records/records.ts';

import type { InvoiceTexts } from '../content/invoiceTexts.ts';
import { writeXml } from '../content/xml.ts';
import { crossIndustryInvoice } from './ciiInvoice.ts';

/** As Factur-X wants the file inside a PDF to be called. */
export const E_INVOICE_FILE = 'factur-x.xml';

/**
 * The document as an electronic invoice: UN/CEFACT CII in the profile EN 16931 of Factur-X 1.0. Null where none can
 * honestly be made (decision 0013): a receipt is no invoice, nobody is known as the buyer, or the supplier has no tax
 * number.
 */
export function eInvoiceXml(doc: InvoiceDocument, texts: InvoiceTexts): string | null {
  return isElectronic(doc) ? writeXml(crossIndustryInvoice(doc, texts)) : null;
}

function isElectronic({ kind, cancels, customer, supplier, lines }: InvoiceDocument): boolean {
  const isReceipt = kind === 'receipt' || cancels?.isReceipt === true;
  return !isReceipt && customer !== null && (supplier.vatId ?? supplier.taxNumber) !== null && lines.length > 0;
}
