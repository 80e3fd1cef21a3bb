import { pathTo } from '../../../shared/charging/paths.ts';
import { usePage, useVisit } from '../../core/pageData.tsx';
import type { CompanyInvoiceData } from './load.ts';

const isToken = (receipt: string): boolean => receipt.startsWith('r.');

/** Returns the path of the page from which the visitor came: the session, or the results of the receipt search. */
export function useBackPath(): string {
  const { locale } = useVisit();
  const { clientId = '', receipt = '' } = usePage().params;
  return isToken(receipt) ? pathTo('results', { locale, clientId }) : pathTo('session', { locale, clientId, sessionId: receipt });
}

/**
 * Returns the address to which this page's form is posted. A receipt token in the address is replaced by a new token, so that it
 * does not expire while the visitor types.
 */
export function useFormAddress(data: CompanyInvoiceData): string {
  const { locale } = useVisit();
  const { clientId = '', receipt = '' } = usePage().params;
  return pathTo('companyInvoice', { locale, clientId, receipt: isToken(receipt) ? data.receipt.found.receipt : receipt });
}
