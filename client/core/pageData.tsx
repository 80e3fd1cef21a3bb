import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useRef } from 'react';
import { useHref, useLocation } from 'react-router';
import type { Charging, Client } from '../../shared/charging/charging.ts';
import type { NumberFormats } from '../../shared/figures/writeNumber.ts';
import type { Locale } from '../../shared/model/locales.ts';
import type { FieldErrors, ProblemCode } from '../../shared/model/problem.ts';
import type { PageParams, Route } from './routes.ts';
import { useScrollPositions } from './useScrollPositions.ts';

export type Theme = 'auto' | 'light' | 'dark';

/** What the whole visit knows: written into the document by the server, read back by the browser. */
export interface Visit {
  locale: Locale;
  client: Client;
  theme: Theme;
  isDemo: boolean;
  /** Anybody who tries the shop out may look at the console of those who run it. */
  hasOpenConsole: boolean;
  /** Charging is sold elsewhere: here are receipts, and no way to a charging point. */
  isReceiptsOnly: boolean;
  /** The device keeps the driver's own pages for the times without a connection. */
  keepsPages: boolean;
  /** Whom devices let write to them, base64url; null: they are told nothing. */
  pushKey: string | null;
  /** As the address bar shows it: drivers compare it with the sticker. */
  host: string;
  /** Where cards are entered, as the address bar will show it. */
  cardAt: string;
  origin: string;
  sprite: string;
  build: string;
  requestId: string;
  /** Area → address of its texts, for pages reached later. */
  strings: Readonly<Record<string, string>>;
  /** How the numbers of the first page are written: noted while it is rendered, so that no phone has to find out. */
  signs: NumberFormats;
}

/** What a submitted form looked like and what was wrong with it; nothing typed is lost. */
export interface FormState {
  values: Readonly<Record<string, string>>;
  errors: FieldErrors;
  problem: ProblemCode | null;
}

/** One page as it is shown. */
export interface PageView {
  route: Route;
  params: PageParams;
  content: ReactNode;
  form: FormState | null;
  /** Signed by the server for one rendered form; null where the page has no form, or is the same for every visitor. */
  formToken: string | null;
}

export interface PageLoader {
  /** The view of a location. Fulfilled at once for the first one, so that hydration does not suspend. */
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

/** What the page that is shown was asked with. Its data come to its component as a property. */
export const usePage = (): Pick<PageView, 'params' | 'form' | 'formToken'> => required(use(ViewContext));

/** Shows the page of the current address; while a next one loads, React keeps the last. */
export function CurrentPage() {
  const location = useLocation();
  const view = use(required(use(LoaderContext)).view(location));
  useArrival(view);
  useMissedReturn();
  return <ViewContext value={view}>{view.content}</ViewContext>;
}

/** The router listens only from its first effect on: whoever goes back while the page comes to life would keep the page they left. */
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
 * A page reached without a full load begins at its top, or where it was left, and is announced by its heading, as a loaded one
 * would.
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
    // Tells tests, and nobody else, that the page answers to JavaScript now.
    document.documentElement.dataset.hydrated = 'true';
  }, []);
}

/** A promise React can read without waiting. */
export function fulfilled<T>(value: T): Promise<T> {
  return Object.assign(Promise.resolve(value), { status: 'fulfilled' as const, value });
}
