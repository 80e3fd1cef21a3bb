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
 * `receipt` in the address is a session id or a receipt token.
 * @throws Problem 'not-offered' if nothing was charged
 */
export async function load(charging: Charging, { locale, params }: PageRequest): Promise<Loaded<CompanyInvoiceData>> {
  const receipt = await charging.getReceipt({ receipt: params.receipt ?? '' });
  if (receipt.companyInvoice === 'none') throw new Problem('not-offered');
  const data: CompanyInvoiceData = { receipt, countries: await countriesIn(locale) };
  return { data };
}

/** The names of countries are computed once on the server, because a browser may have another name for a country. */
async function countriesIn(locale: Locale): Promise<CompanyInvoiceData['countries']> {
  // Every page contains the loaders of all pages. This import keeps the table of countries out of the other pages.
  const { TAX_COUNTRIES } = await import('../../../shared/forms/vatIds.ts');
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  return Object.keys(TAX_COUNTRIES)
    .map(value => ({ value, label: names.of(value.toUpperCase()) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}
