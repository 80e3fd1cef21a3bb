import type { Charging } from '../../../shared/charging/charging.ts';
import type { Receipt } from '../../../shared/charging/receipt.ts';
import type { Locale } from '../../../shared/model/locales.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Loaded, PageRequest } from '../../core/page.ts';

export interface CompanyInvoiceData {
  receipt: Receipt;
  countries: readonly { value: string; label: string }[];
}

/**
 * Loads the receipt. The path parameter `receipt` is a session id or a receipt token.
 * @throws Problem 'not-offered' if no invoice to a company is possible
 */
export async function load(charging: Charging, { locale, params }: PageRequest): Promise<Loaded<CompanyInvoiceData>> {
  const receipt = await charging.getReceipt({ receipt: params.receipt ?? '' });
  if (receipt.companyInvoice === 'none') throw new Problem('not-offered');
  const data: CompanyInvoiceData = { receipt, countries: await countriesIn(locale) };
  return { data };
}

/**
 * Returns the country names. The server puts them into the page's data, because a browser may use other names and hydration
 * would then fail.
 */
async function countriesIn(locale: Locale): Promise<CompanyInvoiceData['countries']> {
  // The first script contains the `load` functions of all pages. The dynamic import keeps the country table out of it.
  const { TAX_COUNTRIES } = await import('../../../shared/forms/vatIds.ts');
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  return Object.keys(TAX_COUNTRIES)
    .map(value => ({ value, label: names.of(value.toUpperCase()) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}
