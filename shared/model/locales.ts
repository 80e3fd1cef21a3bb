/** Languages of all pages, documents and messages. German, the default, has no language prefix in addresses. */
export const LOCALES = ['de', 'en', 'fr', 'nl', 'da', 'hu', 'it', 'es'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'de';

/** Countries whose charging points can be offered, because currency, tax, public holidays and number formats are known. */
export const COUNTRIES = ['at', 'ch', 'de', 'es', 'hu', 'it', 'lu', 'nl'] as const;
export type Country = (typeof COUNTRIES)[number];

export const isLocale = (text: unknown): text is Locale => LOCALES.some(locale => locale === text);
export const isCountry = (text: unknown): text is Country => COUNTRIES.some(country => country === text);

/** Languages in which the family name comes first. */
const FAMILY_NAME_FIRST: readonly Locale[] = ['hu'];

/** Returns the name fields in the order of the language, for forms and e-mails. */
export const nameOrder = (locale: Locale): readonly ('firstName' | 'lastName')[] =>
  FAMILY_NAME_FIRST.includes(locale) ? ['lastName', 'firstName'] : ['firstName', 'lastName'];

/** First path segments of the app's own pages. No brand may have one of them as its id. */
export const RESERVED_WORDS: readonly string[] = [
  ...LOCALES,
  ...['accessibility', 'afir', 'api', 'assets', 'builds', 'csp', 'e', 'favicon.ico', 'health', 'house', 'imprint', 'info'],
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

/**
 * Splits the language prefix off a path: `/en/lindau` → English and `/lindau`. `/de` is no prefix, because German paths have
 * none.
 */
export function splitLocale(pathname: string): { locale: Locale; path: string; isPrefixed: boolean } {
  const code = /^\/([a-z]{2})(?=\/|$)/.exec(pathname)?.[1];
  if (isLocale(code) && code !== DEFAULT_LOCALE) return { locale: code, path: pathname.slice(3) || '/', isPrefixed: true };
  return { locale: DEFAULT_LOCALE, path: pathname, isPrefixed: false };
}

/** Adds the prefix of a language to a path. German has none. */
export function withLocale(locale: Locale, path: string): string {
  if (locale === DEFAULT_LOCALE) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}
