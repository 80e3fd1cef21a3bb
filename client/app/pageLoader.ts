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

/** The page that the document contains: the name of its route, and its data. */
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
  /** True if the server has a newer build. The next page then needs a full page load. */
  isOldBuild(): boolean;
  /** Opens an address with a full page load. */
  leave?(address: string): void;
  /** True if the server responds, even with an error. */
  isReachable?(): Promise<boolean>;
}

const never = new Promise<never>(() => undefined);
const routeNamed = (name: string) => [...ROUTES, FAILURE, STATION_CODE].find(route => route.name === name) ?? NOT_FOUND;

/**
 * Loads pages in the browser. The first page is in the document. For a later page, loads its chunk, its texts and the data of
 * its `load` function.
 */
export async function createPageLoader(parts: LoaderParts): Promise<PageLoader> {
  const { visit, first, charging, texts, isOldBuild, leave = goTo, isReachable = serverAnswers } = parts;
  const { name, data, ...rest } = first;
  const firstRoute = routeNamed(name);
  const page = PAGES[firstRoute.name];
  const { content } = await page.restore(data);
  // After a reload, `history.state` still contains the router's key of this history entry.
  const firstKey = (window.history.state as { key?: string } | null)?.key ?? NO_KEY;
  /**
   * Pages by router key and address. The key alone is not enough, because all history entries of fragment links have the key
   * `NO_KEY`.
   */
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
    // A React key per visit, so that each visit of a page has its own component state.
    const fresh = createElement(Fragment, { key: id }, (await loaded.filled).content);
    return { route, params, content: fresh, form: null, formToken };
  };

  // If a page cannot be loaded, the browser requests its document, because the server knows the right page and status code. If
  // the server is unreachable, the app shows `Unreachable`.
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
    // If the visitor has opened another page meanwhile, this result is dropped. On a return, the page is loaded again.
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
    loadTexts: areas => Promise.all(areas.map(addStrings)),
  };
}

/** Maximum time for loading a page. `SIGN_MS`: maximum time for checking that the server responds. */
const PATIENCE_MS = 10_000;
const SIGN_MS = 3000;

/** Router state that the receipt search passes to its results page. */
export type FoundState = Partial<Pick<PageRequest, 'found' | 'searched'>>;

const goTo = (address: string) => window.location.assign(address);

async function serverAnswers(): Promise<boolean> {
  const requested = fetch('/builds/latest.json', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  return within(requested, SIGN_MS, () => false);
}

/** Shows or hides the progress line at the top of the window. The previous page stays visible while the next one loads. */
function showGoing(isGoing: boolean): void {
  document.documentElement.toggleAttribute('data-going', isGoing);
}

/** The router's key of a history entry that the browser created, for example for a fragment link. */
const NO_KEY = 'default';

interface Address {
  pathname: string;
  search: string;
  state: unknown;
}

/** The current address without its fragment, because assigning an address with a fragment of the same page loads nothing. */
const here = () => window.location.href.replace(/#.*/, '');
