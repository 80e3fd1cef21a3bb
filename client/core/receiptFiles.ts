import { fillPath } from '../../shared/charging/paths.ts';
import type { Receipt } from '../../shared/charging/receipt.ts';

/** Addresses of the documents of a receipt. The server sends the file names, so plain links work without JavaScript. */
export const invoiceAddress = (receipt: string): string => fillPath('/api/receipts/:receipt/invoice', { receipt });
export const documentAddress = (receipt: string, document: string): string =>
  fillPath('/api/receipts/:receipt/invoice/:document', { receipt, document });
export const calibrationAddress = (receipt: string): string => fillPath('/api/receipts/:receipt/calibration-data', { receipt });

const INVOICE_WORDS = {
  download: 'receipt.download',
  downloadFailed: 'receipt.downloadFailed.text',
  notYet: 'receipt.notYet',
  ready: 'live.invoiceReady',
};
const RECEIPT_WORDS: typeof INVOICE_WORDS = {
  download: 'receipt.downloadReceipt',
  downloadFailed: 'receipt.downloadReceiptFailed.text',
  notYet: 'receipt.receiptNotYet',
  ready: 'live.receiptReady',
};

/** The title of the document. If the seller issues only a receipt, the title must not be "invoice". */
export const documentWords = ({ companyInvoice }: Pick<Receipt, 'companyInvoice'>) =>
  companyInvoice === 'receipt-only' ? RECEIPT_WORDS : INVOICE_WORDS;
