import { type Country, isCountry } from '../model/locales.ts';
import type { Currency } from '../model/money.ts';

/** ISO 4217 currency by country of the charging point. */
const OF_COUNTRY: Readonly<Record<Country, Currency>> = {
  at: 'EUR',
  ch: 'CHF',
  de: 'EUR',
  es: 'EUR',
  hu: 'HUF',
  it: 'EUR',
  lu: 'EUR',
  nl: 'EUR',
};

/** Returns the local currency of a country. */
export const currencyOf = (country: Country): Currency => OF_COUNTRY[country];

interface Seller {
  /** Country code of the brand: ISO 3166-1 alpha-2 in lower case. */
  country: string;
  /** The brand's main currency, used in its own country and where it does not offer the local currency. */
  currency: Currency;
  currencies: readonly Currency[];
}

/**
 * Returns the probable currency of a payment at a brand's charging points in a country. The tariff of a point may have another
 * currency.
 */
export function currencyAt(country: string, { country: home, currency, currencies }: Seller): Currency {
  if (country === home || !isCountry(country)) return currency;
  const local = OF_COUNTRY[country];
  return currencies.includes(local) ? local : currency;
}
