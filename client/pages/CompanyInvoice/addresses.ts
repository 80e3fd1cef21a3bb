import { pathTo } from '../../../shared/charging/paths.ts';
import { usePage, useVisit } from '../../core/pageData.tsx';
import type { CompanyInvoiceData } from './load.ts';

const isToken = (receipt: string): boolean => receipt.startsWith('r.');

/** Where a visitor came from: their session, or the receipts a search has found. */
export function useBackPath(): string {
  const { locale } = useVisit();
  const { clientId = '', receipt = '' } = usePage().params;
  return isToken(receipt) ? pathTo('results', { locale, clientId }) : pathTo('session', { locale, clientId, sessionId: receipt });
}

/** The page's own address for its form; with a token issued just now, so that there is time to type. */
export function useFormAddress(data: CompanyInvoiceData): string {
  const { locale } = useVisit();
  const { clientId = '', receipt = '' } = usePage().params;
  return pathTo('companyInvoice', { locale, clientId, receipt: isToken(receipt) ? data.receipt.found.receipt : receipt });
}
