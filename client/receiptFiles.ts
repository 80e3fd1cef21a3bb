import { fillPath } from '../shared/paths.ts';

/** Plain addresses: the server names the files, and they work without JavaScript. */
export const invoiceAddress = (receipt: string): string => fillPath('/api/receipts/:receipt/invoice', { receipt });
export const documentAddress = (receipt: string, document: string): string =>
  fillPath('/api/receipts/:receipt/invoice/:document', { receipt, document });
export const calibrationAddress = (receipt: string): string => fillPath('/api/receipts/:receipt/calibration-data', { receipt });
