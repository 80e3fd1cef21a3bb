import { type Country, isCountry } from '../model/locales.ts';
import type { Currency } from '../model/money.ts';

/** ISO 4217, by the country of the charging point. */
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

/** The currency of the country. */
export const currencyOf = (country: Country): Currency => OF_COUNTRY[country];

interface Seller {
  /** ISO 3166-1 alpha-2, lower case. */
  country: string;
  /** The client's main currency, used in its own country and wherever it does not sell in the local currency. */
  currency: Currency;
  /** The currencies in which the client sells, if known. */
  currencies: readonly Currency[];
}

/** The probable currency of a payment at the client's charging points in a country. A tariff may use another currency. */
export function currencyAt(country: string, { country: home, currency, currencies }: Seller): Currency {
  if (country === home || !isCountry(country)) return currency;
  const local = OF_COUNTRY[country];
  return currencies.includes(local) ? local : currency;
}
