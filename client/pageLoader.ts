import type { i18n as I18n } from 'i18next';
import type { Charging } from '../shared/charging.ts';
import { TEXTS } from '../shared/i18n.ts';
import { type FormState, fulfilled, type PageLoader, type PageView, type Visit } from './pageData.tsx';
import { PAGES } from './pages.ts';
import { FAILURE, findRoute, NOT_FOUND, type PageParams, ROUTES } from './routes.ts';

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
const routeNamed = (name: string) => [...ROUTES, FAILURE].find(route => route.name === name) ?? NOT_FOUND;

/** Pages in the browser: the first from the document, later ones from their chunk, their texts and `load`. */
export async function createPageLoader(parts: LoaderParts): Promise<PageLoader> {
  const { visit, first, charging, i18n, isOldBuild, leave = address => window.location.assign(address) } = parts;
  const { name, data, ...rest } = first;
  const route = routeNamed(name);
  const page = PAGES[route.name];
  await page.preload();
  const { content } = page.restore(data);
  const views = new Map<string, Promise<PageView>>([['default', fulfilled({ ...rest, route, content })]]);

  const fullLoad = (address: string): Promise<never> => {
    leave(address);
    return never;
  };

  const addStrings = async (area: string) => {
    const url = visit.strings[area];
    if (!url || i18n.getResource(visit.locale, TEXTS, area)) return;
    i18n.addResourceBundle(visit.locale, TEXTS, { [area]: await (await fetch(url)).json() }, true);
  };

  const load = async (pathname: string, search: string): Promise<PageView> => {
    const { route: next, params } = findRoute(pathname);
    const query = Object.fromEntries(new URLSearchParams(search));
    const [loaded] = await Promise.all([
      PAGES[next.name].load(charging, { locale: visit.locale, params, query, found: [], now: new Date() }),
      PAGES[next.name].preload(),
      ...next.strings.map(addStrings),
    ]);
    if ('redirect' in loaded) return fullLoad(loaded.redirect);
    return { route: next, params, content: loaded.filled.content, form: null, formToken: null };
  };

  return {
    view({ key, pathname, search }) {
      const known = views.get(key);
      if (known) return known;
      // Where loading by script fails, a full load lets the server answer with the right page and status.
      const view = isOldBuild() ? fullLoad(here()) : load(pathname, search).catch(() => fullLoad(here()));
      views.set(key, view);
      return view;
    },
  };
}

/** Without a fragment: leaving for the same page's fragment would load nothing. */
const here = () => window.location.href.replace(/#.*/, '');
