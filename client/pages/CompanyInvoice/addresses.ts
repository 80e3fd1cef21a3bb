import { pathTo } from '../../../shared/charging/paths.ts';
import { usePage, useVisit } from '../../core/pageData.tsx';
import type { CompanyInvoiceData } from './load.ts';

const isToken = (receipt: string): boolean => receipt.startsWith('r.');

/** The page before this one: the session, or the results of a receipt search. */
export function useBackPath(): string {
  const { locale } = useVisit();
  const { clientId = '', receipt = '' } = usePage().params;
  return isToken(receipt) ? pathTo('results', { locale, clientId }) : pathTo('session', { locale, clientId, sessionId: receipt });
}

/** The address of this page for its form. The address contains a new receipt token, so that the visitor has time to type. */
export function useFormAddress(data: CompanyInvoiceData): string {
  const { locale } = useVisit();
  const { clientId = '', receipt = '' } = usePage().params;
  return pathTo('companyInvoice', { locale, clientId, receipt: isToken(receipt) ? data.receipt.found.receipt : receipt });
}
