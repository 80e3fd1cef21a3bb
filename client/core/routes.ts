import { matchPath } from 'react-router';
import { PATHS } from '../../shared/charging/paths.ts';

/** Address and properties of a page, without the code that renders it. */
export interface Route<N extends string = string> {
  name: N;
  /** Path without language prefix, in the syntax of React Router. */
  path: string;
  /** Names of the query parameters that the page reads. A link to the page in another language repeats only these parameters. */
  query: readonly string[];
  /** Areas of texts (files of locales/) that the page uses in addition to `FRAME_STRINGS`. */
  strings: readonly string[];
  /** Text key of the meta description. Null: search engines must not index the page. */
  description: string | null;
  /** Text keys of the preview that messengers show for a link to the page. Null: the preview shows `description`. */
  preview: { title: string; description: string } | null;
  /** True if the page uses the camera. The Permissions-Policy header then allows it. */
  usesCamera: boolean;
  /** True if the page shows a visitor's session. Browsers and caches must then not store it. */
  isPrivate: boolean;
  /** True if the page has a form, which needs a token against cross-site requests. */
  needsFormToken: boolean;
}

type RouteFacts = Pick<Route, 'strings'> &
  Partial<Pick<Route, 'query' | 'description' | 'preview' | 'usesCamera' | 'isPrivate' | 'needsFormToken'>>;

const route = <N extends string>(name: N, path: string, facts: RouteFacts): Route<N> => ({
  name,
  path,
  query: [],
  description: null,
  preview: null,
  usesCamera: false,
  isPrivate: false,
  needsFormToken: false,
  ...facts,
});

/** Areas of texts that every page uses, for header and footer. */
export const FRAME_STRINGS: readonly string[] = ['common', 'error', 'errorSummary', 'footer', 'language', 'theme', 'toast'];

const HOME: RouteFacts = {
  strings: ['home', 'location', 'order', 'recent', 'demo'],
  description: 'page.home.description',
  usesCamera: true,
};
const legal = (description: string | null): RouteFacts => ({ strings: ['legal'], description });
const STATEMENT: RouteFacts = { strings: ['legal', 'statement'], description: 'page.accessibility.description' };
const PRICE_STRINGS = ['location', 'plug', 'status', 'tariff', 'limit', 'estimate', 'unit'];
const PAYMENT_STRINGS = [
  ...PRICE_STRINGS,
  'unusable',
  'freePlugs',
  'freeNotice',
  'faultLink',
  'contact',
  'validation',
  'payment',
  'order',
  'legal',
  'help',
];
const WATCH_STRINGS = [
  'session',
  'progress',
  'chart',
  'holdTimeline',
  'goal',
  'live',
  'offline',
  'unit',
  'plug',
  'tariff',
  'location',
];
const SESSION_STRINGS = [
  ...WATCH_STRINGS,
  'faultLink',
  'freePlugs',
  'receipt',
  'calibration',
  'check',
  'recent',
  'contract',
  'push',
];
const WITHDRAWAL_STRINGS = ['withdrawal', 'contact', 'validation', 'session', 'legal'];
const RESULTS_STRINGS = ['results', 'search', 'receipt', 'calibration', 'check', 'plug', 'unit', 'validation', 'legal'];
const FAILURE_STRINGS = ['failure', 'payment', 'receipt', 'calibration', 'search', 'session'];

const PAYMENT_QUERY = ['plug', 'limit', 'energy', 'kwh', 'minutes'];

const PAYMENT_PREVIEW = { title: 'page.payment.title', description: 'page.home.description' };
const WATCH_PREVIEW = { title: 'page.watch.title', description: 'page.watch.description' };

export const NOT_FOUND = route('NotFound', '*', { strings: ['home', 'location', 'session'] });
/** The error page. It has no address, because the server responds with it in place of the requested page. */
export const FAILURE = route('Failure', '*', { strings: FAILURE_STRINGS });

/** Shown if the QR code of a station's screen is unknown or no longer valid. */
export const STATION_CODE = route('StationCode', '*', { strings: ['code', 'home'], isPrivate: true });

/** All routes, the most specific path first. */
export const ROUTES = [
  route('Home', PATHS.home, HOME),
  route('NeutralTerms', PATHS.neutralTerms, legal('page.terms.description')),
  route('NeutralPrivacy', PATHS.neutralPrivacy, legal('page.privacy.description')),
  route('NeutralImprint', PATHS.neutralImprint, legal('page.imprint.description')),
  route('NeutralInfo', PATHS.neutralInfo, legal(null)),
  route('NeutralAccessibility', PATHS.neutralAccessibility, STATEMENT),
  route('ClientHome', PATHS.clientHome, HOME),
  route('Payment', PATHS.payment, {
    query: PAYMENT_QUERY,
    strings: PAYMENT_STRINGS,
    preview: PAYMENT_PREVIEW,
    needsFormToken: true,
  }),
  route('FreeNotice', PATHS.freeNotice, {
    query: ['plug', 'until'],
    strings: ['freeNotice', 'freePlugs', 'plug', 'tariff', 'unit', 'contact', 'validation'],
    isPrivate: true,
  }),
  route('FaultReport', PATHS.faultReport, {
    query: ['plug', 'sent'],
    strings: ['fault', 'faultLink', 'freePlugs', 'plug', 'tariff', 'unit', 'location', 'contact', 'validation'],
    isPrivate: true,
    needsFormToken: true,
  }),
  route('PaymentReturn', PATHS.paymentReturn, {
    query: ['cancelled'],
    strings: PAYMENT_STRINGS,
    isPrivate: true,
    needsFormToken: true,
  }),
  route('Terms', PATHS.terms, legal('page.terms.description')),
  route('Privacy', PATHS.privacy, legal('page.privacy.description')),
  route('Imprint', PATHS.imprint, legal('page.imprint.description')),
  route('Info', PATHS.info, legal(null)),
  route('Accessibility', PATHS.accessibility, STATEMENT),
  route('Session', PATHS.session, { strings: SESSION_STRINGS, isPrivate: true }),
  route('Withdrawal', PATHS.withdrawal, { strings: WITHDRAWAL_STRINGS, isPrivate: true }),
  route('Watch', PATHS.watch, { strings: WATCH_STRINGS, preview: WATCH_PREVIEW, isPrivate: true }),
  route('Stop', PATHS.stop, { strings: ['session', 'offline', 'unit', 'plug'], isPrivate: true }),
  route('Goal', PATHS.goal, { strings: ['goal', 'session', 'unit', 'plug', 'validation'], isPrivate: true }),
  route('ReceiptSearch', PATHS.receipts, { strings: ['search', 'validation'], description: 'page.receipts.description' }),
  route('ReceiptResults', PATHS.results, { query: ['sent'], strings: RESULTS_STRINGS, isPrivate: true, needsFormToken: true }),
  route('CompanyInvoice', PATHS.companyInvoice, { strings: ['company', 'receipt', 'calibration', 'legal'], isPrivate: true }),
  NOT_FOUND,
] as const;

export type RouteName = (typeof ROUTES)[number]['name'] | (typeof FAILURE | typeof STATION_CODE)['name'];

/** Path parameters of a page, such as `clientId`. A parameter is absent if the path does not contain it. */
export type PageParams = Readonly<Record<string, string | undefined>>;

/** Finds the route of a path without language prefix. For an unknown path, it is the route of the page NotFound. */
export function findRoute(path: string): { route: Route<RouteName>; params: PageParams } {
  for (const candidate of ROUTES) {
    const match = matchPath({ path: candidate.path, caseSensitive: true }, path);
    if (match) return { route: candidate, params: match.params };
  }
  return { route: NOT_FOUND, params: {} };
}

/**
 * Returns the query parameters that a link to the same page in another language repeats. If the path belongs to no page, such as
 * the QR code address of a station, all parameters are repeated.
 */
export function repeatedQuery(path: string, search: string): readonly (readonly [name: string, value: string])[] {
  const { route } = findRoute(path);
  const all = [...new URLSearchParams(search)];
  return route === NOT_FOUND ? all : all.filter(([name]) => route.query.includes(name));
}
