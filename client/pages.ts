import { matchPath } from 'react-router';
import type { Charging } from '../shared/charging.ts';
import type { Locale } from '../shared/locales.ts';
import { PATHS } from '../shared/paths.ts';
import { type LazyPage, lazyPage } from './lazyPage.ts';
import { load as loadAccessibility } from './pages/Accessibility/load.ts';
import { load as loadCompanyInvoice } from './pages/CompanyInvoice/load.ts';
import { load as loadHome } from './pages/Home/load.ts';
import { type LegalPageKind, loadLegal } from './pages/Legal/load.ts';
import { refreshS as refreshPaymentReturn } from './pages/PaymentReturn/refresh.ts';
import { load as loadResults } from './pages/ReceiptResults/load.ts';
import { load as loadSearch } from './pages/ReceiptSearch/load.ts';
import { load as loadSession, loadWatched, refreshS as refreshSession } from './pages/Session/load.ts';
import { load as loadStop } from './pages/Stop/load.ts';
import { load as loadWithdrawal } from './pages/Withdrawal/load.ts';

export type PageParams = Readonly<Record<string, string>>;

export interface Searched {
  /** YYYY-MM-DD. */
  date: string;
  /** The last four digits of a card or a device. */
  creditCard: string;
}

export interface PageAsk {
  locale: Locale;
  params: PageParams;
  query: Readonly<Record<string, string>>;
  /** Receipt tokens of the last search; only the server knows them. */
  found: readonly string[];
  /** What the last search asked for, beside what all found have in common. */
  searched?: Searched | null;
  /** The house's time; in the browser its own. */
  now: Date;
}

/** What a page needs before it can be shown, or where the visitor should be instead. */
export type Loaded = { data: unknown } | { redirect: string };

export interface Page extends LazyPage {
  name: string;
  /** Without the language prefix. */
  path: string;
  /** Areas of texts it speaks with, beside those of every page. */
  strings: readonly string[];
  load(charging: Charging, ask: PageAsk): Promise<Loaded>;
  /** Key of what search engines may say of it; null: they are asked not to list it. */
  description: string | null;
  /** May ask for the camera: a document has that right from its own headers, so the page is reached by full loads. */
  usesCamera: boolean;
  /** Never kept by a browser or a cache: it shows somebody's session. */
  isPrivate: boolean;
  /** Reached by full page loads only: it carries what the server alone can mint. */
  isFullLoad: boolean;
  /** Without JavaScript the page asks again after so many seconds; null: never. */
  refreshS(data: unknown): number | null;
}

type PageFacts = Pick<Page, 'name' | 'path' | 'strings'> &
  Partial<Pick<Page, 'description' | 'isPrivate' | 'isFullLoad' | 'usesCamera' | 'load' | 'refreshS'>>;

const nothing = async (): Promise<Loaded> => ({ data: null });
const page = (facts: PageFacts, lazy: LazyPage): Page => ({
  description: null,
  isPrivate: false,
  isFullLoad: false,
  usesCamera: false,
  load: nothing,
  refreshS: () => null,
  ...facts,
  ...lazy,
});

/** Areas that the frame of every page speaks with. */
export const FRAME_STRINGS: readonly string[] = ['common', 'error', 'errorSummary', 'footer', 'language', 'theme', 'toast'];

const NotFound = lazyPage(
  'client/pages/NotFound/NotFound.tsx',
  async () => (await import('./pages/NotFound/NotFound.tsx')).NotFound,
);
const Failure = lazyPage('client/pages/Failure/Failure.tsx', async () => (await import('./pages/Failure/Failure.tsx')).Failure);
const Home = lazyPage('client/pages/Home/Home.tsx', async () => (await import('./pages/Home/Home.tsx')).Home);
const Legal = lazyPage('client/pages/Legal/Legal.tsx', async () => (await import('./pages/Legal/Legal.tsx')).Legal);
const Accessibility = lazyPage(
  'client/pages/Accessibility/Accessibility.tsx',
  async () => (await import('./pages/Accessibility/Accessibility.tsx')).Accessibility,
);
const Withdrawal = lazyPage(
  'client/pages/Withdrawal/Withdrawal.tsx',
  async () => (await import('./pages/Withdrawal/Withdrawal.tsx')).Withdrawal,
);
const CompanyInvoice = lazyPage(
  'client/pages/CompanyInvoice/CompanyInvoice.tsx',
  async () => (await import('./pages/CompanyInvoice/CompanyInvoice.tsx')).CompanyInvoice,
);
const Payment = lazyPage('client/pages/Payment/Payment.tsx', async () => (await import('./pages/Payment/Payment.tsx')).Payment);
const PaymentReturn = lazyPage(
  'client/pages/PaymentReturn/PaymentReturn.tsx',
  async () => (await import('./pages/PaymentReturn/PaymentReturn.tsx')).PaymentReturn,
);
const Session = lazyPage('client/pages/Session/Session.tsx', async () => (await import('./pages/Session/Session.tsx')).Session);
const Stop = lazyPage('client/pages/Stop/Stop.tsx', async () => (await import('./pages/Stop/Stop.tsx')).Stop);
const ReceiptSearch = lazyPage(
  'client/pages/ReceiptSearch/ReceiptSearch.tsx',
  async () => (await import('./pages/ReceiptSearch/ReceiptSearch.tsx')).ReceiptSearch,
);
const ReceiptResults = lazyPage(
  'client/pages/ReceiptResults/ReceiptResults.tsx',
  async () => (await import('./pages/ReceiptResults/ReceiptResults.tsx')).ReceiptResults,
);

export const NOT_FOUND: Page = page({ name: 'NotFound', path: '*', strings: ['home', 'location', 'session'] }, NotFound);
export const FAILURE: Page = page(
  { name: 'Failure', path: '*', strings: ['failure', 'payment', 'receipt', 'calibration', 'search', 'session'] },
  Failure,
);

// Every page carries the loaders of all pages. But these two pages are reached by full loads: theirs come with the page itself.
const loadPayment: Page['load'] = async (...ask) => (await import('./pages/Payment/Payment.tsx')).load(...ask);
const loadPaymentReturn: Page['load'] = async (...ask) => (await import('./pages/PaymentReturn/PaymentReturn.tsx')).load(...ask);

const HOME_STRINGS = ['home', 'location', 'recent', 'demo'];
const ORDER_STRINGS = ['contact', 'validation', 'payment', 'legal', 'estimate', 'help', 'unit', 'live'];
const PAYMENT_STRINGS = ['location', 'plug', 'status', 'tariff', 'limit', ...ORDER_STRINGS];
const home = (name: string, path: string): Page =>
  page({ name, path, strings: HOME_STRINGS, load: loadHome, description: 'page.home.description', usesCamera: true }, Home);
const LEGAL_DESCRIPTIONS: Readonly<Record<LegalPageKind, string | null>> = {
  terms: 'page.terms.description',
  privacy: 'page.privacy.description',
  imprint: 'page.imprint.description',
  publicInfo: null,
};
const legal = (name: string, path: string, kind: LegalPageKind): Page =>
  page({ name, path, strings: ['legal'], load: loadLegal(kind), description: LEGAL_DESCRIPTIONS[kind] }, Legal);

const accessibility = (name: string, path: string): Page =>
  page(
    { name, path, strings: ['legal', 'statement'], load: loadAccessibility, description: 'page.accessibility.description' },
    Accessibility,
  );

const WATCH_STRINGS = ['session', 'chart', 'holdTimeline', 'live', 'offline', 'unit', 'plug', 'tariff', 'location'];
const SESSION_STRINGS = [...WATCH_STRINGS, 'receipt', 'calibration', 'check', 'recent', 'contract'];

/** What can be visited, most particular address first. */
export const PAGES: readonly Page[] = [
  home('Home', PATHS.home),
  legal('HouseTerms', PATHS.houseTerms, 'terms'),
  legal('HousePrivacy', PATHS.housePrivacy, 'privacy'),
  legal('HouseImprint', PATHS.houseImprint, 'imprint'),
  legal('HouseInfo', PATHS.houseInfo, 'publicInfo'),
  accessibility('HouseAccessibility', PATHS.houseAccessibility),
  home('ClientHome', PATHS.clientHome),
  page({ name: 'Payment', path: PATHS.payment, strings: PAYMENT_STRINGS, load: loadPayment, isFullLoad: true }, Payment),
  page(
    {
      name: 'PaymentReturn',
      path: PATHS.paymentReturn,
      strings: PAYMENT_STRINGS,
      load: loadPaymentReturn,
      isPrivate: true,
      isFullLoad: true,
      refreshS: refreshPaymentReturn,
    },
    PaymentReturn,
  ),
  legal('Terms', PATHS.terms, 'terms'),
  legal('Privacy', PATHS.privacy, 'privacy'),
  legal('Imprint', PATHS.imprint, 'imprint'),
  legal('Info', PATHS.info, 'publicInfo'),
  accessibility('Accessibility', PATHS.accessibility),
  page(
    {
      name: 'Session',
      path: PATHS.session,
      strings: SESSION_STRINGS,
      load: loadSession,
      isPrivate: true,
      refreshS: refreshSession,
    },
    Session,
  ),
  page(
    {
      name: 'Withdrawal',
      path: PATHS.withdrawal,
      strings: ['withdrawal', 'contact', 'validation', 'session', 'legal'],
      load: loadWithdrawal,
      isPrivate: true,
    },
    Withdrawal,
  ),
  page(
    {
      name: 'Watch',
      path: PATHS.watch,
      strings: WATCH_STRINGS,
      load: loadWatched,
      isPrivate: true,
      refreshS: refreshSession,
    },
    Session,
  ),
  page({ name: 'Stop', path: PATHS.stop, strings: ['session', 'offline', 'unit'], load: loadStop, isPrivate: true }, Stop),
  page(
    {
      name: 'ReceiptSearch',
      path: PATHS.receipts,
      strings: ['search', 'validation'],
      load: loadSearch,
      description: 'page.receipts.description',
    },
    ReceiptSearch,
  ),
  page(
    {
      name: 'ReceiptResults',
      path: PATHS.results,
      strings: ['results', 'search', 'receipt', 'calibration', 'check', 'plug', 'unit', 'legal'],
      load: loadResults,
      isPrivate: true,
    },
    ReceiptResults,
  ),
  page(
    {
      name: 'CompanyInvoice',
      path: PATHS.companyInvoice,
      strings: ['company', 'receipt', 'calibration', 'legal'],
      load: loadCompanyInvoice,
      isPrivate: true,
    },
    CompanyInvoice,
  ),
  NOT_FOUND,
];

/** The page at an address (without its language prefix); unknown addresses are the NotFound page. */
export function findPage(path: string): { page: Page; params: PageParams } {
  for (const candidate of PAGES) {
    const match = matchPath({ path: candidate.path, caseSensitive: true }, path);
    if (match) return { page: candidate, params: match.params as PageParams };
  }
  return { page: NOT_FOUND, params: {} };
}
