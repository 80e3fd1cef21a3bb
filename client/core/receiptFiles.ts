import { fillPath } from '../../shared/charging/paths.ts';
import type { Receipt } from '../../shared/charging/receipt.ts';

/** Address of a receipt's valid document. The response contains the file name, so a plain link works without JavaScript. */
export const invoiceAddress = (receipt: string): string => fillPath('/api/receipts/:receipt/invoice', { receipt });
export const documentAddress = (receipt: string, document: string): string =>
  fillPath('/api/receipts/:receipt/invoice/:document', { receipt, document });
export const calibrationAddress = (receipt: string): string => fillPath('/api/receipts/:receipt/calibration-data', { receipt });

const INVOICE_WORDS = {
  download: 'receipt.download',
  downloadFailed: 'receipt.downloadFailed.text',
  coming: 'receipt.coming',
  notYet: 'receipt.notYet',
  ready: 'live.invoiceReady',
};
const RECEIPT_WORDS: typeof INVOICE_WORDS = {
  download: 'receipt.downloadReceipt',
  downloadFailed: 'receipt.downloadReceiptFailed.text',
  coming: 'receipt.receiptComing',
  notYet: 'receipt.receiptNotYet',
  ready: 'live.receiptReady',
};

/** Texts that call the document an invoice, or a receipt if the seller issues no invoices. */
export const documentWords = ({ companyInvoice }: Pick<Receipt, 'companyInvoice'>) =>
  companyInvoice === 'receipt-only' ? RECEIPT_WORDS : INVOICE_WORDS;
