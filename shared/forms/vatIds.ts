interface TaxCountry {
  /** Matches a postal code in upper case. */
  postalCode: RegExp;
  /** Prefix of a VAT ID in this country. */
  prefix: string;
  /** Matches a VAT ID in upper case, without spaces, dots and hyphens. */
  vatId: RegExp;
  /** An example VAT ID in the usual notation. */
  example: string;
}

const DIGITS_4 = /^\d{4}$/;
const DIGITS_5 = /^\d{5}$/;
/** A postal code of five digits, also written as '123 45'. */
const DIGITS_3_2 = /^\d{3} ?\d{2}$/;

/**
 * Countries whose companies can receive invoices, by ISO 3166-1 alpha-2 code in lower case. Sources of the VAT ID formats:
 * European Union list for VIES; GB: HMRC VAT Notice 700; CH and LI: art. 6 UIDV; NO: organisation number with MVA.
 */
export const TAX_COUNTRIES: Readonly<Record<string, TaxCountry>> = {
  at: { postalCode: DIGITS_4, prefix: 'AT', vatId: /^ATU\d{8}$/, example: 'ATU12345678' },
  be: { postalCode: DIGITS_4, prefix: 'BE', vatId: /^BE[01]\d{9}$/, example: 'BE0123456789' },
  bg: { postalCode: DIGITS_4, prefix: 'BG', vatId: /^BG\d{9,10}$/, example: 'BG123456789' },
  ch: {
    postalCode: DIGITS_4,
    prefix: 'CHE',
    vatId: /^CHE\d{9}(?:MWST|TVA|IVA)?$/,
    example: 'CHE-123.456.789 MWST',
  },
  cy: { postalCode: DIGITS_4, prefix: 'CY', vatId: /^CY\d{8}[A-Z]$/, example: 'CY12345678A' },
  cz: { postalCode: DIGITS_3_2, prefix: 'CZ', vatId: /^CZ\d{8,10}$/, example: 'CZ12345678' },
  de: { postalCode: DIGITS_5, prefix: 'DE', vatId: /^DE\d{9}$/, example: 'DE123456789' },
  dk: { postalCode: DIGITS_4, prefix: 'DK', vatId: /^DK\d{8}$/, example: 'DK12345678' },
  ee: { postalCode: DIGITS_5, prefix: 'EE', vatId: /^EE\d{9}$/, example: 'EE123456789' },
  es: { postalCode: DIGITS_5, prefix: 'ES', vatId: /^ES(?:[A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/, example: 'ESB12345678' },
  fi: { postalCode: DIGITS_5, prefix: 'FI', vatId: /^FI\d{8}$/, example: 'FI12345678' },
  fr: { postalCode: DIGITS_5, prefix: 'FR', vatId: /^FR[A-HJ-NP-Z\d]{2}\d{9}$/, example: 'FR12345678901' },
  gb: {
    postalCode: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/,
    prefix: 'GB',
    vatId: /^(?:GB|XI)(?:\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/,
    example: 'GB123456789',
  },
  gr: { postalCode: DIGITS_3_2, prefix: 'EL', vatId: /^EL\d{9}$/, example: 'EL123456789' },
  hr: { postalCode: DIGITS_5, prefix: 'HR', vatId: /^HR\d{11}$/, example: 'HR12345678901' },
  hu: { postalCode: DIGITS_4, prefix: 'HU', vatId: /^HU\d{8}$/, example: 'HU12345678' },
  ie: {
    postalCode: /^[A-Z]\d[\dW] ?[A-Z\d]{4}$/,
    prefix: 'IE',
    vatId: /^IE(?:\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
    example: 'IE1234567WA',
  },
  it: { postalCode: DIGITS_5, prefix: 'IT', vatId: /^IT\d{11}$/, example: 'IT12345678901' },
  li: { postalCode: /^94\d{2}$/, prefix: 'CHE', vatId: /^(?:CHE\d{9}(?:MWST)?|\d{5})$/, example: '12345' },
  lt: { postalCode: /^(?:LT-?)?\d{5}$/, prefix: 'LT', vatId: /^LT(?:\d{9}|\d{12})$/, example: 'LT123456789' },
  lu: { postalCode: /^(?:L-?)?\d{4}$/, prefix: 'LU', vatId: /^LU\d{8}$/, example: 'LU12345678' },
  lv: { postalCode: /^(?:LV-?)?\d{4}$/, prefix: 'LV', vatId: /^LV\d{11}$/, example: 'LV12345678901' },
  mt: { postalCode: /^[A-Z]{3} ?\d{4}$/, prefix: 'MT', vatId: /^MT\d{8}$/, example: 'MT12345678' },
  nl: { postalCode: /^\d{4} ?[A-Z]{2}$/, prefix: 'NL', vatId: /^NL\d{9}B\d{2}$/, example: 'NL123456789B01' },
  no: { postalCode: DIGITS_4, prefix: 'NO', vatId: /^(?:NO)?\d{9}MVA$/, example: 'NO 123 456 789 MVA' },
  pl: { postalCode: /^\d{2}-?\d{3}$/, prefix: 'PL', vatId: /^PL\d{10}$/, example: 'PL1234567890' },
  pt: { postalCode: /^\d{4}(?:-?\d{3})?$/, prefix: 'PT', vatId: /^PT\d{9}$/, example: 'PT123456789' },
  ro: { postalCode: /^\d{6}$/, prefix: 'RO', vatId: /^RO\d{2,10}$/, example: 'RO1234567890' },
  se: { postalCode: DIGITS_3_2, prefix: 'SE', vatId: /^SE\d{12}$/, example: 'SE123456789001' },
  si: { postalCode: DIGITS_4, prefix: 'SI', vatId: /^SI\d{8}$/, example: 'SI12345678' },
  sk: { postalCode: DIGITS_3_2, prefix: 'SK', vatId: /^SK\d{10}$/, example: 'SK1234567890' },
};

/** Returns the formats of postal code and VAT ID in a country. Null: companies of this country receive no invoices. */
export const taxCountry = (code: string): TaxCountry | null =>
  Object.hasOwn(TAX_COUNTRIES, code) ? (TAX_COUNTRIES[code] ?? null) : null;

/**
 * Normalises a VAT ID to its official notation and adds a missing country prefix. Returns 'elsewhere' if the VAT ID has the
 * format of another country. Does not check whether the VAT ID exists.
 */
export function readVatId(text: string, country: string): { vatId: string } | 'elsewhere' | 'wrong' {
  const typed = text.toUpperCase().replace(/[\s.\-/]/g, '');
  const home = taxCountry(country);
  const vatId = home && [typed, home.prefix + typed].find(candidate => home.vatId.test(candidate));
  if (vatId) return { vatId };
  return Object.values(TAX_COUNTRIES).some(other => other.vatId.test(typed)) ? 'elsewhere' : 'wrong';
}
