import type { Charging } from '../../../shared/charging/charging.ts';
import type { Receipt } from '../../../shared/charging/receipt.ts';
import type { Locale } from '../../../shared/model/locales.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Loaded, PageRequest } from '../../core/page.ts';

export interface CompanyInvoiceData {
  receipt: Receipt;
  countries: readonly { value: string; label: string }[];
}

/** `receipt` in the address is a session id or a receipt token. @throws Problem 'not-offered' where nothing was charged */
export async function load(charging: Charging, { locale, params }: PageRequest): Promise<Loaded<CompanyInvoiceData>> {
  const receipt = await charging.getReceipt({ receipt: params.receipt ?? '' });
  if (receipt.companyInvoice === 'none') throw new Problem('not-offered');
  const data: CompanyInvoiceData = { receipt, countries: await countriesIn(locale) };
  return { data };
}

/** Named once, where the page is loaded: a browser may know a country by another name than the server. */
async function countriesIn(locale: Locale): Promise<CompanyInvoiceData['countries']> {
  // Every page carries the loaders of all pages; the table of countries comes with this one only.
  const { TAX_COUNTRIES } = await import('../../../shared/forms/vatIds.ts');
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  return Object.keys(TAX_COUNTRIES)
    .map(value => ({ value, label: names.of(value.toUpperCase()) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}
