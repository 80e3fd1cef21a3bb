import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useRef } from 'react';
import { useHref, useLocation } from 'react-router';
import type { Charging, Client } from '../../shared/charging/charging.ts';
import type { NumberFormats } from '../../shared/figures/writeNumber.ts';
import type { Locale } from '../../shared/model/locales.ts';
import type { FieldErrors, ProblemCode } from '../../shared/model/problem.ts';
import type { PageParams, Route } from './routes.ts';
import { useScrollPositions } from './useScrollPositions.ts';

export type Theme = 'auto' | 'light' | 'dark';

/** Data that stay the same during a visit. The server writes them into the document. */
export interface Visit {
  locale: Locale;
  client: Client;
  theme: Theme;
  isDemo: boolean;
  /** True in the demo, where every visitor may open the staff console. */
  hasOpenConsole: boolean;
  /** True if drivers pay in another system and this site only issues receipts. */
  isReceiptsOnly: boolean;
  /** True if a device may store the driver's own pages, for use without a connection. */
  hasOfflinePages: boolean;
  /** VAPID public key for push messages, base64url. Null: the app sends no push messages. */
  pushKey: string | null;
  /** The app's host name as shown in the address bar. Drivers compare it with the sticker on the charging point. */
  host: string;
  /** The host name of the payment provider's page. */
  cardAt: string;
  origin: string;
  sprite: string;
  build: string;
  requestId: string;
  /** Addresses of the text files, by area of texts. Browsers load the texts of later pages from them. */
  strings: Readonly<Record<string, string>>;
  /** The number formats of the first page, so that a slow phone need not compute them with Intl. */
  numberFormats: NumberFormats;
}

/** The values and errors of a submitted form, which the page shows again. */
export interface FormState {
  values: Readonly<Record<string, string>>;
  errors: FieldErrors;
  problem: ProblemCode | null;
}

/** A page with the parameters of its path and the form that was submitted to it. */
export interface PageView {
  route: Route;
  params: PageParams;
  content: ReactNode;
  form: FormState | null;
  /**
   * One-time token of the page's form against cross-site requests. Null: the page has no form, or its document is cached for all
   * visitors, and the form fetches a token later.
   */
  formToken: string | null;
}

export interface PageLoader {
  /** Returns the page of a location. The promise of the first page is already fulfilled, so that hydration does not suspend. */
  view(location: { key: string; pathname: string; search: string; state?: unknown }): Promise<PageView>;
  /** Loads areas of texts that the document does not contain. */
  loadTexts(areas: readonly string[]): Promise<unknown>;
}

export const VisitContext = createContext<Visit | null>(null);
export const ChargingContext = createContext<Charging | null>(null);
const ViewContext = createContext<PageView | null>(null);
export const LoaderContext = createContext<PageLoader | null>(null);

function required<T>(value: T | null): T {
  if (value === null) throw new Error('Used outside its provider');
  return value;
}

export const useVisit = (): Visit => required(use(VisitContext));
export const useCharging = (): Charging => required(use(ChargingContext));

/** Returns the function that loads areas of texts. The function is the same at each call. */
export const useLoadTexts = (): PageLoader['loadTexts'] => required(use(LoaderContext)).loadTexts;

/** Parameters and form of the current page. The page's component gets its data as a property, not from here. */
export const usePage = (): Pick<PageView, 'params' | 'form' | 'formToken'> => required(use(ViewContext));

/** Renders the page of the current address. While it loads, React still shows the previous page. */
export function CurrentPage() {
  const location = useLocation();
  const view = use(required(use(LoaderContext)).view(location));
  useArrival(view);
  useMissedReturn();
  return <ViewContext value={view}>{view.content}</ViewContext>;
}

/**
 * If the visitor goes back during hydration, sends the popstate event again. React Router missed the event, because it
 * subscribes only in its first effect.
 */
function useMissedReturn(): void {
  const address = useHref(useLocation());
  const first = useRef(address);
  useEffect(() => {
    const { href } = window.location;
    if (new URL(first.current, href).href !== href)
      window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
  }, []);
}

/**
 * After a navigation within the app, scrolls to the top or to the earlier position. Also focuses the heading, so that screen
 * readers announce the new page.
 */
function useArrival(view: PageView): void {
  const shown = useRef(view);
  const scroll = useScrollPositions();
  useLayoutEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    scroll();
    (document.querySelector('h1') ?? document.getElementById('main'))?.focus({ preventScroll: true });
  });
  useEffect(() => {
    // Browser tests wait for this attribute before they interact with the page.
    document.documentElement.dataset.hydrated = 'true';
  }, []);
}

/** Returns a fulfilled promise that React's `use` reads without suspending. */
export function fulfilled<T>(value: T): Promise<T> {
  return Object.assign(Promise.resolve(value), { status: 'fulfilled' as const, value });
}
