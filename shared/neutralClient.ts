import type { Client } from './charging.ts';
import { DEFAULT_LOCALE, LOCALES } from './locales.ts';
import { CURRENCIES } from './money.ts';

/** The client of pages that belong to no brand. It sells nothing and is never a path. */
export const NEUTRAL_BRAND = 'house';

/** Product spec, sections 3 and 9: what a client is as long as nobody says otherwise. */
export const NEUTRAL_CLIENT: Omit<Client, 'id' | 'uuid' | 'isDefault'> = {
  name: 'Ad-hoc charging',
  logo: null,
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
  buttonWords: 'binding',
  withdrawal: false,
  holdAmountsMinor: [],
  dataSource: null,
};
