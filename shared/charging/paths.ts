import { type Locale, withLocale } from '../model/locales.ts';

/** The paths of all pages by name, without language prefix. */
export const PATHS = {
  home: '/',
  clientHome: '/:clientId',
  typedEvse: '/e',
  payment: '/:clientId/evse/:evseId',
  freeNotice: '/:clientId/evse/:evseId/notice',
  faultReport: '/:clientId/evse/:evseId/fault',
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
/** Path that issues a form token, for forms that were rendered without one. */
export const FORM_TOKEN_PATH = '/api/form-token';

/** Path of the service worker. It is at the root, because a service worker controls only pages below its own path. */
export const WORKER_PATH = '/service-worker.js';

export type PathName = keyof typeof PATHS;

type ParamsOf<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name | keyof ParamsOf<`/${Rest}`>]: string }
  : P extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : Record<never, never>;

/** Returns the path of a page in a language: pathTo('receipts', { locale, clientId }). */
export function pathTo<N extends PathName>(
  name: N,
  { locale, ...params }: { locale: Locale } & ParamsOf<(typeof PATHS)[N]>,
): string {
  return withLocale(locale, fillPath(PATHS[name], params as Record<string, string>));
}

interface PlugAddress {
  locale: Locale;
  clientId: string;
  evseId: string;
  /** OCPI id of the plug. */
  plug: string;
}

/** Returns the address of the payment page of a plug. */
export const pathToPlug = ({ plug, ...point }: PlugAddress): string =>
  `${pathTo('payment', point)}?${new URLSearchParams({ plug })}`;

/** Replaces the `:name` segments of a pattern. Asterisks stay unencoded, so that an EVSE ID looks as on the charging point. */
export function fillPath(pattern: string, params: Readonly<Record<string, string>>): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
