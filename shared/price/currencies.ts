import { type Country, isCountry } from '../model/locales.ts';
import type { Currency } from '../model/money.ts';

/** ISO 4217, by the country where a point stands. */
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

/** The money of the country. */
export const currencyOf = (country: Country): Currency => OF_COUNTRY[country];

interface Seller {
  /** ISO 3166-1 alpha-2, lower case. */
  country: string;
  /** At home, and wherever it does not sell in the money of the place. */
  currency: Currency;
  /** All it sells in, as far as is known. */
  currencies: readonly Currency[];
}

/** What a brand's customers have most likely paid in at its points in a country. A tariff may say otherwise. */
export function currencyAt(country: string, { country: home, currency, currencies }: Seller): Currency {
  if (country === home || !isCountry(country)) return currency;
  const local = OF_COUNTRY[country];
  return currencies.includes(local) ? local : currency;
}
