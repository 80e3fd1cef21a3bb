/** The languages every page, document and message exists in. German has no prefix in addresses, the others do. */
export const LOCALES = ['de', 'en', 'fr', 'nl', 'da', 'hu', 'it', 'es'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'de';

/** Countries whose points may be sold here: currency, tax, public holidays and ways of writing figures are known for each. */
export const COUNTRIES = ['at', 'ch', 'de', 'es', 'hu', 'it', 'lu', 'nl'] as const;
export type Country = (typeof COUNTRIES)[number];

export const isLocale = (text: unknown): text is Locale => LOCALES.some(locale => locale === text);
export const isCountry = (text: unknown): text is Country => COUNTRIES.some(country => country === text);

/** Hungarian says the family name first. */
const FAMILY_NAME_FIRST: readonly Locale[] = ['hu'];

/** The two names of a person in the order in which a language says them, in a form as in an e-mail. */
export const nameOrder = (locale: Locale): readonly ('firstName' | 'lastName')[] =>
  FAMILY_NAME_FIRST.includes(locale) ? ['lastName', 'firstName'] : ['firstName', 'lastName'];

/** First path segments that belong to the app: no client may be named so. */
export const RESERVED_WORDS: readonly string[] = [
  ...LOCALES,
  ...['accessibility', 'api', 'assets', 'builds', 'csp', 'e', 'favicon.ico', 'health', 'house', 'imprint', 'info'],
  ...[
    'manifest.webmanifest',
    'metrics',
    'ocpi',
    'ocpp',
    'operator',
    'operator-api',
    'privacy',
    'q',
    'ready',
    'receipts',
    'robots.txt',
  ],
  ...['sandbox-pay', 'status', 'terms', 'webhooks', '.well-known'],
];

/** `/en/lindau` → English and `/lindau`. A `/de` prefix does not exist: German is the address without one. */
export function splitLocale(pathname: string): { locale: Locale; path: string; isPrefixed: boolean } {
  const code = /^\/([a-z]{2})(?=\/|$)/.exec(pathname)?.[1];
  if (isLocale(code) && code !== DEFAULT_LOCALE) return { locale: code, path: pathname.slice(3) || '/', isPrefixed: true };
  return { locale: DEFAULT_LOCALE, path: pathname, isPrefixed: false };
}

/** The address of `path` in a language. */
export function withLocale(locale: Locale, path: string): string {
  if (locale === DEFAULT_LOCALE) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}
