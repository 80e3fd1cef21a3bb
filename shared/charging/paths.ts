import { type Locale, withLocale } from '../model/locales.ts';

/** Every address a person may visit, by name and without the language prefix. */
export const PATHS = {
  home: '/',
  clientHome: '/:clientId',
  typedEvse: '/e',
  payment: '/:clientId/evse/:evseId',
  paymentReturn: '/:clientId/pay/:orderId/return',
  orderCancel: '/:clientId/pay/:orderId/cancel',
  session: '/:clientId/charging/:sessionId',
  stop: '/:clientId/charging/:sessionId/stop',
  goal: '/:clientId/charging/:sessionId/goal',
  cancelStart: '/:clientId/charging/:sessionId/cancel',
  unlock: '/:clientId/charging/:sessionId/unlock',
  withdrawal: '/:clientId/charging/:sessionId/withdrawal',
  receiptMail: '/:clientId/charging/:sessionId/receipt-mail',
  blockingFee: '/:clientId/charging/:sessionId/blocking-fee.ics',
  watch: '/:clientId/watch/:watchId',
  receipts: '/:clientId/receipts',
  results: '/:clientId/receipts/results',
  companyInvoice: '/:clientId/receipts/:receipt/company',
  foundMail: '/:clientId/receipts/mail',
  terms: '/:clientId/terms',
  privacy: '/:clientId/privacy',
  imprint: '/:clientId/imprint',
  info: '/:clientId/info',
  accessibility: '/:clientId/accessibility',
  neutralTerms: '/terms',
  neutralPrivacy: '/privacy',
  neutralImprint: '/imprint',
  neutralInfo: '/info',
  neutralAccessibility: '/accessibility',
} as const;
/** A form token, for a form that came without one. */
export const FORM_TOKEN_PATH = '/api/form-token';

/** The service worker. At the root, or browsers would not let it answer for every page. */
export const WORKER_PATH = '/service-worker.js';

export type PathName = keyof typeof PATHS;

type ParamsOf<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name | keyof ParamsOf<`/${Rest}`>]: string }
  : P extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : Record<never, never>;

/** The address of a page in a language: pathTo('receipts', { locale, clientId }). */
export function pathTo<N extends PathName>(
  name: N,
  { locale, ...params }: { locale: Locale } & ParamsOf<(typeof PATHS)[N]>,
): string {
  return withLocale(locale, fillPath(PATHS[name], params as Record<string, string>));
}

/** Fills `:name` segments; an asterisk stays readable, as it is printed on charging points. */
export function fillPath(pattern: string, params: Readonly<Record<string, string>>): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
