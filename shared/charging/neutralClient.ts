import { DEFAULT_LOCALE, LOCALES } from '../model/locales.ts';
import { CURRENCIES } from '../model/money.ts';
import type { Client } from './charging.ts';

/**
 * Id of the neutral brand, used for pages that belong to no brand of an operator. It offers no charging and appears in no URL.
 */
export const NEUTRAL_BRAND = 'house';

/** Default values for a brand without metadata. */
export const NEUTRAL_CLIENT: Omit<Client, 'id' | 'uuid' | 'isDefault'> = {
  name: 'Ad-hoc charging',
  logo: null,
  logoDark: null,
  colors: { primary: null, secondary: null },
  currency: 'EUR',
  currencies: CURRENCIES,
  languages: LOCALES,
  mainLanguage: DEFAULT_LOCALE,
  supportPhone: null,
  supportEmail: null,
  country: 'de',
  namesRequired: true,
  emailRequired: true,
  contactAtPayment: false,
  checkoutForm: 'full',
  buttonWords: 'binding',
  withdrawal: false,
  paymentMethods: ['card'],
  holdAmountsMinor: [],
  dataSource: null,
};
