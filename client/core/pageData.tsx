import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useRef } from 'react';
import { useHref, useLocation } from 'react-router';
import type { Charging, Client } from '../../shared/charging/charging.ts';
import type { NumberFormats } from '../../shared/figures/writeNumber.ts';
import type { Locale } from '../../shared/model/locales.ts';
import type { FieldErrors, ProblemCode } from '../../shared/model/problem.ts';
import type { PageParams, Route } from './routes.ts';
import { useScrollPositions } from './useScrollPositions.ts';

export type Theme = 'auto' | 'light' | 'dark';

/** Facts that hold for the whole visit. The server writes them into the document, and the browser reads them from there. */
export interface Visit {
  locale: Locale;
  client: Client;
  theme: Theme;
  isDemo: boolean;
  /** True in the demo: every visitor may open the operator's console. */
  hasOpenConsole: boolean;
  /** True if another system sells charging and this site shows receipts only. */
  isReceiptsOnly: boolean;
  /** True if the device stores the driver's own pages for use without a connection. */
  hasOfflinePages: boolean;
  /** The VAPID public key for push messages, base64url. Null: the site sends no push messages. */
  pushKey: string | null;
  /** The host as the address bar shows it. Drivers compare this name with the sticker. */
  host: string;
  /** The host of the payment page as the address bar will show it. */
  cardAt: string;
  origin: string;
  sprite: string;
  build: string;
  requestId: string;
  /** Area of texts → address of its file. The browser loads the areas of later pages from there. */
  strings: Readonly<Record<string, string>>;
  /** The number formats of the first page. The server sends them so that the phone need not compute them. */
  numberFormats: NumberFormats;
}

/** The values of a submitted form and its errors. The page shows every value again. */
export interface FormState {
  values: Readonly<Record<string, string>>;
  errors: FieldErrors;
  problem: ProblemCode | null;
}

/** A page as the browser shows it. */
export interface PageView {
  route: Route;
  params: PageParams;
  content: ReactNode;
  form: FormState | null;
  /** The token against cross-site requests for one rendered form. Null if the page has no form, or is the same for every visitor. */
  formToken: string | null;
}

export interface PageLoader {
  /** Returns the view of a location. The promise of the first view is already fulfilled, so hydration does not suspend. */
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

/** Parameters and form of the current page. The page's component receives the data as a property. */
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
 * React Router subscribes to popstate in its first effect. If a visitor goes back during hydration, the router misses the event.
 * This hook sends the event again.
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
    // Browser tests wait for this attribute.
    document.documentElement.dataset.hydrated = 'true';
  }, []);
}

/** Returns a promise whose value React's `use` reads without suspending. */
export function fulfilled<T>(value: T): Promise<T> {
  return Object.assign(Promise.resolve(value), { status: 'fulfilled' as const, value });
}
