import { fillPath } from '../shared/paths.ts';
import type { Receipt } from '../shared/receipt.ts';

/** Plain addresses: the server names the files, and they work without JavaScript. */
export const invoiceAddress = (receipt: string): string => fillPath('/api/receipts/:receipt/invoice', { receipt });
export const documentAddress = (receipt: string, document: string): string =>
  fillPath('/api/receipts/:receipt/invoice/:document', { receipt, document });
export const calibrationAddress = (receipt: string): string => fillPath('/api/receipts/:receipt/calibration-data', { receipt });

/** What the button is called: where a receipt is all that is issued, the word invoice would promise what tax law does not know. */
export const downloadWords = ({ companyInvoice }: Pick<Receipt, 'companyInvoice'>) =>
  companyInvoice === 'receipt-only' ? 'receipt.downloadReceipt' : 'receipt.download';
