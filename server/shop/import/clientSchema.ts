import Joi from 'joi';
import { NEUTRAL_BRAND } from '../../../shared/charging/neutralClient.ts';
import type { CheckoutForm } from '../../../shared/forms/contact.ts';
import { LEGAL_KINDS, type LegalKind } from '../../../shared/model/legal.ts';
import { COUNTRIES, type Country, LOCALES, type Locale, RESERVED_WORDS } from '../../../shared/model/locales.ts';
import { CURRENCIES, type Currency, stepMinor } from '../../../shared/model/money.ts';
import { parseColor } from '../../core/branding/color.ts';
import { microOf, percent } from '../../core/formats/decimals.ts';
import type { ExchangeRate } from '../../core/records/records.ts';

/**
 * One entry of clients.json after defaults are applied, before the files that the entry refers to are read. Country codes are in
 * capitals, as in the file.
 */
export interface ClientEntry {
  id: string;
  uuid: string;
  name: string;
  parties: string[];
  languages: Locale[];
  mainLanguage: Locale;
  country?: Uppercase<Country>;
  logo: string | null;
  logoDark: string | null;
  logoPrint: string | null;
  colors: { primary: string | null; secondary: string | null };
  currency: Currency;
  holds: Partial<Record<Currency, number[]>>;
  namesRequired: boolean;
  emailRequired: boolean;
  contactAtPayment: boolean;
  checkoutForm: CheckoutForm;
  buttonWords: 'binding' | 'spec';
  withdrawal: boolean;
  eichrecht: boolean;
  certifiedClock: boolean;
  supplier: SupplierEntry;
  numberPrefix: string | null;
  vat: Partial<Record<Uppercase<Country>, number>>;
  smallInvoiceLimit: Partial<Record<Uppercase<Country>, number>>;
  invoices: Partial<Record<Uppercase<Country>, 'invoice' | 'receipt'>>;
  exchangeRates: ExchangeRate[];
  payments: { account: string | null };
  merchantOfRecord: boolean;
  support: { phone: string | null; email: string | null };
  retentionDays: { contact: number };
  feed: 'public' | 'off';
  dataSource: string | null;
  legal: Partial<Record<Locale, Partial<Record<LegalKind, string>>>>;
}

interface SupplierEntry {
  name: string;
  street: string;
  postalCode: string;
  city: string;
  country: string;
  vatIds: Record<string, string>;
  taxNumber: string | null;
  register: string | null;
}

const CLIENT_ID = /^[A-Za-z0-9_-]{1,64}$/;

const free: Joi.CustomValidator<string> = (id, helpers) =>
  id !== NEUTRAL_BRAND && RESERVED_WORDS.includes(id.toLowerCase())
    ? helpers.message({ custom: `'{{#value}}' is a reserved word` })
    : id;
const color: Joi.CustomValidator<string> = (value, helpers) => {
  try {
    parseColor(value);
    return value;
  } catch {
    const meant = /^[0-9a-f]{6}$/i.test(value) ? `#${value}` : '#1a7f37';
    return helpers.message({ custom: `'{{#value}}' is no colour: write it like ${meant}` });
  }
};

const day: Joi.CustomValidator<string> = (value, helpers) =>
  Number.isNaN(Date.parse(value)) ? helpers.message({ custom: 'must be a day' }) : value;

const text = Joi.string();
const optionalText = Joi.string().allow(null).default(null);
const optionalColor = optionalText.custom(color);
const inWords = (translator: string) => ({ 'string.pattern.base': translator });
const countryCode = Joi.valid(...COUNTRIES.map(country => country.toUpperCase()));
const party = text.pattern(/^[A-Z]{2}\*[A-Z0-9]{3}$/).messages(inWords('must be a party such as DE*ABC'));

/** Schema of a currency's hold amounts in minor units. Holds in forints are whole forints. */
const holdsOf = (currency: Currency) =>
  Joi.array()
    .items(Joi.number().integer().positive().multiple(stepMinor(currency)))
    .min(1)
    .unique();
const HOLDS = Joi.object(Object.fromEntries(CURRENCIES.map(currency => [currency, holdsOf(currency)])));

const SUPPLIER = Joi.object<SupplierEntry>({
  name: text.required(),
  street: text.required(),
  postalCode: text.required(),
  city: text.required(),
  country: text
    .pattern(/^[A-Z]{2}$/)
    .messages(inWords('must be a country in two capitals, such as DE'))
    .required(),
  vatIds: Joi.object()
    .pattern(/^[A-Z]{2}$/, text)
    .default({}),
  taxNumber: optionalText,
  register: optionalText,
});

const inMicro: Joi.CustomValidator<number> = (value, helpers) =>
  microOf(value) === null ? helpers.message({ custom: 'must have at most 6 decimals' }) : value;

const RATE = Joi.object<ExchangeRate>({
  base: Joi.valid(...CURRENCIES).required(),
  quote: Joi.valid(...CURRENCIES).required(),
  rate: Joi.number().positive().custom(inMicro).required(),
  since: text
    .pattern(/^\d{4}-\d{2}-\d{2}$/)
    .custom(day)
    .required(),
}).custom((value: ExchangeRate, helpers) =>
  value.base === value.quote ? helpers.message({ custom: 'needs two currencies' }) : value,
);
const samePair = (a: ExchangeRate, b: ExchangeRate): boolean =>
  a.since === b.since && [a.base, a.quote].sort().join() === [b.base, b.quote].sort().join();

const LEGAL = Joi.object(
  Object.fromEntries(LOCALES.map(locale => [locale, Joi.object(Object.fromEntries(LEGAL_KINDS.map(kind => [kind, text])))])),
);

const CLIENT = Joi.object<ClientEntry>({
  id: text
    .pattern(CLIENT_ID)
    .messages(inWords('must be 1 to 64 letters, digits, _ or -: it stands in addresses'))
    .custom(free)
    .required(),
  uuid: text.guid().required().messages({ 'string.guid': 'must be a UUID: make one with uuidgen' }),
  name: text.max(120).required(),
  parties: Joi.array().items(party).unique().default([]),
  languages: Joi.array()
    .items(Joi.valid(...LOCALES))
    .min(1)
    .unique()
    .required(),
  mainLanguage: Joi.valid(Joi.in('languages')).required().messages({ 'any.only': 'must be one of the languages' }),
  country: countryCode,
  logo: optionalText,
  logoDark: optionalText,
  logoPrint: optionalText,
  // Colours with too little contrast are accepted here, because pages correct them when they apply the brand.
  colors: Joi.object({ primary: optionalColor, secondary: optionalColor }).default({ primary: null, secondary: null }),
  currency: Joi.valid(...CURRENCIES).required(),
  holds: HOLDS.default({}),
  namesRequired: Joi.boolean().default(true),
  emailRequired: Joi.boolean().default(true),
  contactAtPayment: Joi.boolean().default(false),
  checkoutForm: Joi.valid('full', 'lean').default('full'),
  buttonWords: Joi.valid('binding', 'spec').default('binding'),
  withdrawal: Joi.boolean().default(false),
  eichrecht: Joi.boolean().default(true),
  certifiedClock: Joi.boolean().default(false),
  supplier: SUPPLIER.required(),
  numberPrefix: optionalText.pattern(/^[A-Z0-9]{2,12}$/).messages(inWords('must be 2 to 12 capitals or digits')),
  vat: Joi.object().pattern(countryCode, percent).required(),
  smallInvoiceLimit: Joi.object().pattern(countryCode, Joi.number().integer().min(0)).default({}),
  invoices: Joi.object().pattern(countryCode, Joi.valid('invoice', 'receipt')).default({}),
  exchangeRates: Joi.array().items(RATE).unique(samePair).default([]).messages({ 'array.unique': 'has two rates for one day' }),
  payments: Joi.object({ account: optionalText }).default({ account: null }),
  merchantOfRecord: Joi.boolean().default(false),
  support: Joi.object({ phone: optionalText, email: optionalText }).default({ phone: null, email: null }),
  retentionDays: Joi.object({ contact: Joi.number().integer().min(1).max(3650).default(90) }).default({ contact: 90 }),
  feed: Joi.valid('public', 'off').default('public'),
  dataSource: optionalText.max(200),
  legal: LEGAL.default({}),
}).custom((value: ClientEntry, helpers) =>
  value.contactAtPayment && value.namesRequired
    ? helpers.message({ custom: 'contactAtPayment asks for no names: namesRequired must be false' })
    : value,
);

const sameId = (a: ClientEntry, b: ClientEntry): boolean => String(a.id).toLowerCase() === String(b.id).toLowerCase();
const sameUuid = (a: ClientEntry, b: ClientEntry): boolean => String(a.uuid).toLowerCase() === String(b.uuid).toLowerCase();

/** Schema of clients.json. Joi refuses unknown keys, so that a misspelt key is not ignored. */
export const CLIENTS = Joi.array<ClientEntry[]>()
  .items(CLIENT)
  .min(1)
  .unique(sameId)
  .unique(sameUuid)
  .messages({ 'array.unique': 'has the id or uuid of an entry before it (capitals do not count)' });
