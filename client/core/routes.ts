import { matchPath } from 'react-router';
import { PATHS } from '../../shared/charging/paths.ts';

/** What an address can be visited for, without the code that shows it. */
export interface Route<N extends string = string> {
  name: N;
  /** Without the language prefix. */
  path: string;
  /** Names of the query that it reads. All others change nothing of it. */
  query: readonly string[];
  /** Areas of texts it speaks with, beside those of every page. */
  strings: readonly string[];
  /** Key of what search engines may say of it; null: they are asked not to list it. */
  description: string | null;
  /** Keys of what a link to it says of itself where it is shared; null: as `description`. */
  preview: { title: string; description: string } | null;
  /** May ask for the camera: a document has that right from its own headers. */
  usesCamera: boolean;
  /** Never kept by a browser or a cache: it shows somebody's session. */
  isPrivate: boolean;
  /** Its form proves by a token that it came from us. */
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

/** Areas that the frame of every page speaks with. */
export const FRAME_STRINGS: readonly string[] = ['common', 'error', 'errorSummary', 'footer', 'language', 'theme', 'toast'];

const HOME: RouteFacts = {
  strings: ['home', 'location', 'recent', 'demo'],
  description: 'page.home.description',
  usesCamera: true,
};
const legal = (description: string | null): RouteFacts => ({ strings: ['legal'], description });
const STATEMENT: RouteFacts = { strings: ['legal', 'statement'], description: 'page.accessibility.description' };
const PRICE_STRINGS = ['location', 'plug', 'status', 'tariff', 'limit', 'estimate', 'unit'];
const PAYMENT_STRINGS = [...PRICE_STRINGS, 'contact', 'validation', 'payment', 'legal', 'help'];
const WATCH_STRINGS = ['session', 'chart', 'holdTimeline', 'goal', 'live', 'offline', 'unit', 'plug', 'tariff', 'location'];
const SESSION_STRINGS = [...WATCH_STRINGS, 'receipt', 'calibration', 'check', 'recent', 'contract', 'push'];
const WITHDRAWAL_STRINGS = ['withdrawal', 'contact', 'validation', 'session', 'legal'];
const RESULTS_STRINGS = ['results', 'search', 'receipt', 'calibration', 'check', 'plug', 'unit', 'validation', 'legal'];
const FAILURE_STRINGS = ['failure', 'payment', 'receipt', 'calibration', 'search', 'session'];

const PAYMENT_QUERY = ['plug', 'limit', 'energy', 'kwh', 'minutes'];

const PAYMENT_PREVIEW = { title: 'page.payment.title', description: 'page.home.description' };
const WATCH_PREVIEW = { title: 'page.watch.title', description: 'page.watch.description' };

export const NOT_FOUND = route('NotFound', '*', { strings: ['home', 'location', 'session'] });
/** Shown in place of the page that was asked for; no address leads to it. */
export const FAILURE = route('Failure', '*', { strings: FAILURE_STRINGS });

/** Shown where a code on a station's screen leads to no payment. */
export const STATION_CODE = route('StationCode', '*', { strings: ['code', 'home'], isPrivate: true });

/** What can be visited, most particular address first. */
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
  route('PaymentReturn', PATHS.paymentReturn, { strings: [...PAYMENT_STRINGS, 'order'], isPrivate: true, needsFormToken: true }),
  route('Terms', PATHS.terms, legal('page.terms.description')),
  route('Privacy', PATHS.privacy, legal('page.privacy.description')),
  route('Imprint', PATHS.imprint, legal('page.imprint.description')),
  route('Info', PATHS.info, legal(null)),
  route('Accessibility', PATHS.accessibility, STATEMENT),
  route('Session', PATHS.session, { strings: SESSION_STRINGS, isPrivate: true }),
  route('Withdrawal', PATHS.withdrawal, { strings: WITHDRAWAL_STRINGS, isPrivate: true }),
  route('Watch', PATHS.watch, { strings: WATCH_STRINGS, preview: WATCH_PREVIEW, isPrivate: true }),
  route('Stop', PATHS.stop, { strings: ['session', 'offline', 'unit'], isPrivate: true }),
  route('Goal', PATHS.goal, { strings: ['goal', 'session', 'unit', 'validation'], isPrivate: true }),
  route('ReceiptSearch', PATHS.receipts, { strings: ['search', 'validation'], description: 'page.receipts.description' }),
  route('ReceiptResults', PATHS.results, { query: ['sent'], strings: RESULTS_STRINGS, isPrivate: true, needsFormToken: true }),
  route('CompanyInvoice', PATHS.companyInvoice, { strings: ['company', 'receipt', 'calibration', 'legal'], isPrivate: true }),
  NOT_FOUND,
] as const;

export type RouteName = (typeof ROUTES)[number]['name'] | (typeof FAILURE | typeof STATION_CODE)['name'];

/** What an address names, such as a client; absent where the page's address has no such part. */
export type PageParams = Readonly<Record<string, string | undefined>>;

/** The route of an address (without its language prefix); unknown addresses are the NotFound page. */
export function findRoute(path: string): { route: Route<RouteName>; params: PageParams } {
  for (const candidate of ROUTES) {
    const match = matchPath({ path: candidate.path, caseSensitive: true }, path);
    if (match) return { route: candidate, params: match.params };
  }
  return { route: NOT_FOUND, params: {} };
}

/**
 * What an address repeats of its query in links to the same page. Where no page has the address, as at the code of a station's
 * screen, that is everything.
 */
export function repeatedQuery(path: string, search: string): readonly (readonly [name: string, value: string])[] {
  const { route } = findRoute(path);
  const all = [...new URLSearchParams(search)];
  return route === NOT_FOUND ? all : all.filter(([name]) => route.query.includes(name));
}
