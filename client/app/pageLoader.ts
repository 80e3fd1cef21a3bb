import { createElement, Fragment } from 'react';
import type { Charging } from '../../shared/charging/charging.ts';
import { PATHS } from '../../shared/charging/paths.ts';
import { Problem } from '../../shared/model/problem.ts';
import { within } from '../../shared/util/within.ts';
import type { Texts } from '../browser/texts.ts';
import { Unreachable } from '../components/feedback/Unreachable.tsx';
import { fetchFormToken } from '../core/charging.ts';
import { isOfflinePage } from '../core/offlinePages.ts';
import type { PageRequest } from '../core/page.ts';
import { type FormState, fulfilled, type PageLoader, type PageView, type Visit } from '../core/pageData.tsx';
import { FAILURE, findRoute, NOT_FOUND, type PageParams, ROUTES, STATION_CODE } from '../core/routes.ts';
import { PAGES } from './pages.ts';

/** The first page of a visit as the document carries it: its data, and the page's name instead of its code. */
export interface FirstView {
  name: string;
  params: PageParams;
  data: unknown;
  form: FormState | null;
  formToken: string | null;
}

interface LoaderParts {
  visit: Visit;
  first: FirstView;
  charging: Charging;
  texts: Pick<Texts, 'has' | 'add'>;
  /** True once another build is served: its pages need its own documents. */
  isOldBuild(): boolean;
  /** Leaves for an address by a full load. */
  leave?(address: string): void;
  /** Whether the server answers at all. */
  isReachable?(): Promise<boolean>;
}

const never = new Promise<never>(() => undefined);
const routeNamed = (name: string) => [...ROUTES, FAILURE, STATION_CODE].find(route => route.name === name) ?? NOT_FOUND;

/** Pages in the browser: the first from the document, later ones from their chunk, their texts and `load`. */
export async function createPageLoader(parts: LoaderParts): Promise<PageLoader> {
  const { visit, first, charging, texts, isOldBuild, leave = goTo, isReachable = serverAnswers } = parts;
  const { name, data, ...rest } = first;
  const firstRoute = routeNamed(name);
  const page = PAGES[firstRoute.name];
  const { content } = await page.restore(data);
  // A document that is loaded again keeps the key under which the app first came to its page.
  const firstKey = (window.history.state as { key?: string } | null)?.key ?? NO_KEY;
  /** By key and address of the router: fragments have no key of their own. */
  const views = new Map<string, Promise<PageView>>();
  const going = new Set<string>();
  let last = { address: '', view: fulfilled<PageView>({ ...rest, route: firstRoute, content }) };

  const fullLoad = (address: string): Promise<never> => {
    leave(address);
    return never;
  };

  const addStrings = async (area: string) => {
    const url = visit.strings[area];
    if (url && !texts.has(area)) texts.add(area, await (await fetch(url)).json());
  };

  const load = async (id: string, { pathname, search, state }: Address): Promise<PageView | { leaveFor: string }> => {
    const { route, params } = findRoute(pathname);
    const found = Object(state) as FoundState;
    if (route.path === PATHS.results && !found.found) return { leaveFor: here() };
    const query = Object.fromEntries(new URLSearchParams(search));
    const [loaded, formToken] = await Promise.all([
      PAGES[route.name].load(charging, { locale: visit.locale, params, query, found: [], now: new Date(), ...found }),
      route.needsFormToken ? fetchFormToken() : null,
      PAGES[route.name].preload(),
      ...route.strings.map(addStrings),
    ]);
    if ('redirect' in loaded) return { leaveFor: loaded.redirect };
    // Another visit of the same page begins anew.
    const fresh = createElement(Fragment, { key: id }, (await loaded.filled).content);
    return { route, params, content: fresh, form: null, formToken };
  };

  // What fails is asked of the server, which knows the right page and status for it; where it cannot be asked, the words are ours.
  const failed = async (id: string, error: unknown, { pathname }: Address) => {
    const isAnswered = error instanceof Problem || (await isReachable());
    if (isAnswered || (await isOfflinePage(window.location.pathname))) return { leaveFor: here() };
    const content = createElement(Unreachable, { key: id });
    return { route: FAILURE, params: findRoute(pathname).params, content, form: null, formToken: null };
  };

  const next = async (id: string, address: Address): Promise<PageView> => {
    if (isOldBuild()) return fullLoad(here());
    const requested = here();
    going.add(id);
    const shown = await within(load(id, address), PATIENCE_MS).catch((error: unknown) => failed(id, error, address));
    going.delete(id);
    // Whoever has gone elsewhere meanwhile stays there, and begins anew when they come back.
    const isMeant = here() === requested;
    if (isMeant) showGoing(false);
    if (!('leaveFor' in shown)) return shown;
    views.delete(id);
    return isMeant ? fullLoad(shown.leaveFor) : never;
  };

  return {
    view({ key, pathname, search, state }) {
      const address = pathname + search;
      const id = `${key} ${address}`;
      const isFirst = key === firstKey && views.size === 0;
      const isFragment = key === NO_KEY && address === last.address;
      const view = views.get(id) ?? (isFirst || isFragment ? last.view : next(id, { pathname, search, state }));
      views.set(id, view);
      last = { address, view };
      showGoing(going.has(id));
      return view;
    },
  };
}

/** The most a page is waited for within the app, and a sign of life from the server after that. */
const PATIENCE_MS = 10_000;
const SIGN_MS = 3000;

/** What a search hands on to its results. */
export type FoundState = Partial<Pick<PageRequest, 'found' | 'searched'>>;

const goTo = (address: string) => window.location.assign(address);

async function serverAnswers(): Promise<boolean> {
  const requested = fetch('/builds/latest.json', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  return within(requested, SIGN_MS, () => false);
}

/** The page that is left stays until the next one is there; for the eye there is a line above it. */
function showGoing(isGoing: boolean): void {
  document.documentElement.toggleAttribute('data-going', isGoing);
}

/** What the router calls an entry of the browser's that it has not made itself. */
const NO_KEY = 'default';

interface Address {
  pathname: string;
  search: string;
  state: unknown;
}

/** Without a fragment: leaving for the same page's fragment would load nothing. */
const here = () => window.location.href.replace(/#.*/, '');
