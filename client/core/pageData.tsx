import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useRef } from 'react';
import { useHref, useLocation } from 'react-router';
import type { Charging, Client } from '../../shared/charging/charging.ts';
import type { NumberFormats } from '../../shared/figures/writeNumber.ts';
import type { Locale } from '../../shared/model/locales.ts';
import type { FieldErrors, ProblemCode } from '../../shared/model/problem.ts';
import type { PageParams, Route } from './routes.ts';
import { useScrollPositions } from './useScrollPositions.ts';

export type Theme = 'auto' | 'light' | 'dark';

/** Facts that stay the same during a visit. The server writes them into the document for the browser. */
export interface Visit {
  locale: Locale;
  client: Client;
  theme: Theme;
  isDemo: boolean;
  /** True in the demo, where every visitor may open the staff console. */
  hasOpenConsole: boolean;
  /** True if charging is paid in another system and this site only issues receipts. */
  isReceiptsOnly: boolean;
  /** True if devices may store the driver's own pages for use without a connection. */
  hasOfflinePages: boolean;
  /** The VAPID public key for push messages, base64url. Null: the site sends no push messages. */
  pushKey: string | null;
  /** The host name as the address bar shows it. Drivers compare it with the sticker on the charging point. */
  host: string;
  /** Host name that the address bar shows on the payment provider's page. */
  cardAt: string;
  origin: string;
  sprite: string;
  build: string;
  requestId: string;
  /** Address of the text file of each area. The browser loads the areas of later pages from there. */
  strings: Readonly<Record<string, string>>;
  /** The number formats that the first page needs, so that the phone need not compute them with Intl. */
  numberFormats: NumberFormats;
}

/** The values and errors of a submitted form. The page shows the values again. */
export interface FormState {
  values: Readonly<Record<string, string>>;
  errors: FieldErrors;
  problem: ProblemCode | null;
}

/** A page with the parameters and form of its address. */
export interface PageView {
  route: Route;
  params: PageParams;
  content: ReactNode;
  form: FormState | null;
  /**
   * The token of one rendered form against cross-site requests. Null: the page has no form, or a cached document is sent to all
   * visitors, and the form fetches its token later.
   */
  formToken: string | null;
}

export interface PageLoader {
  /** Returns the page of a location. For the first page, the promise is already fulfilled, so that hydration does not suspend. */
  view(location: { key: string; pathname: string; search: string; state?: unknown }): Promise<PageView>;
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

/** Parameters and form of the current page. The data are passed to the page's component as a property instead. */
export const usePage = (): Pick<PageView, 'params' | 'form' | 'formToken'> => required(use(ViewContext));

/** Renders the page of the current address. While the next page loads, React shows the previous one. */
export function CurrentPage() {
  const location = useLocation();
  const view = use(required(use(LoaderContext)).view(location));
  useArrival(view);
  useMissedReturn();
  return <ViewContext value={view}>{view.content}</ViewContext>;
}

/**
 * Sends a missed popstate event again. React Router subscribes to popstate in its first effect, so it misses the event if the
 * visitor goes back during hydration.
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
 * After a navigation within the app, scrolls to the top or to the earlier position and focuses the heading, so that screen
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

/** Returns a promise whose value React's `use` reads without suspending. */
export function fulfilled<T>(value: T): Promise<T> {
  return Object.assign(Promise.resolve(value), { status: 'fulfilled' as const, value });
}
