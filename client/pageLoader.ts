import type { i18n as I18n } from 'i18next';
import { createElement, Fragment } from 'react';
import type { Charging } from '../shared/charging.ts';
import { TEXTS } from '../shared/i18n.ts';
import { type FormState, fulfilled, type PageLoader, type PageView, type Visit } from './pageData.tsx';
import { PAGES } from './pages.ts';
import { FAILURE, findRoute, NOT_FOUND, type PageParams, ROUTES, STATION_CODE } from './routes.ts';

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
  i18n: I18n;
  /** True once another build is served: its pages need its own documents. */
  isOldBuild(): boolean;
  /** Leaves for an address by a full load. */
  leave?(address: string): void;
}

const never = new Promise<never>(() => undefined);
const routeNamed = (name: string) => [...ROUTES, FAILURE, STATION_CODE].find(route => route.name === name) ?? NOT_FOUND;

/** Pages in the browser: the first from the document, later ones from their chunk, their texts and `load`. */
export async function createPageLoader(parts: LoaderParts): Promise<PageLoader> {
  const { visit, first, charging, i18n, isOldBuild, leave = address => window.location.assign(address) } = parts;
  const { name, data, ...rest } = first;
  const firstRoute = routeNamed(name);
  const page = PAGES[firstRoute.name];
  await page.preload();
  const { content } = page.restore(data);
  // A document that is loaded again keeps the key under which the app first came to its page.
  const firstKey = (window.history.state as { key?: string } | null)?.key ?? NO_KEY;
  /** By key and address of the router: fragments have no key of their own. */
  const views = new Map<string, Promise<PageView>>();
  let last = { address: '', view: fulfilled<PageView>({ ...rest, route: firstRoute, content }) };

  const fullLoad = (address: string): Promise<never> => {
    leave(address);
    return never;
  };

  const addStrings = async (area: string) => {
    const url = visit.strings[area];
    if (!url || i18n.getResource(visit.locale, TEXTS, area)) return;
    i18n.addResourceBundle(visit.locale, TEXTS, { [area]: await (await fetch(url)).json() }, true);
  };

  const load = async (id: string, { pathname, search }: Address): Promise<PageView> => {
    const { route, params } = findRoute(pathname);
    const query = Object.fromEntries(new URLSearchParams(search));
    const [loaded] = await Promise.all([
      PAGES[route.name].load(charging, { locale: visit.locale, params, query, found: [], now: new Date() }),
      PAGES[route.name].preload(),
      ...route.strings.map(addStrings),
    ]);
    if ('redirect' in loaded) return fullLoad(loaded.redirect);
    // Another visit of the same page begins anew.
    const fresh = createElement(Fragment, { key: id }, (await loaded.filled).content);
    return { route, params, content: fresh, form: null, formToken: null };
  };

  // What fails is asked of the server, which knows the right page and status for it.
  const next = (id: string, address: Address): Promise<PageView> =>
    isOldBuild() ? fullLoad(here()) : load(id, address).catch(() => fullLoad(here()));

  return {
    view({ key, pathname, search }) {
      const address = pathname + search;
      const id = `${key} ${address}`;
      const isFirst = key === firstKey && views.size === 0;
      const isFragment = key === NO_KEY && address === last.address;
      const view = views.get(id) ?? (isFirst || isFragment ? last.view : next(id, { pathname, search }));
      views.set(id, view);
      last = { address, view };
      return view;
    },
  };
}

/** What the router calls an entry of the browser's that it has not made itself. */
const NO_KEY = 'default';

interface Address {
  pathname: string;
  search: string;
}

/** Without a fragment: leaving for the same page's fragment would load nothing. */
const here = () => window.location.href.replace(/#.*/, '');
