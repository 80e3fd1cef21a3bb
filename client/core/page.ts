import { createElement, type ReactNode } from 'react';
import type { Charging } from '../../shared/charging/charging.ts';
import type { Locale } from '../../shared/model/locales.ts';
import type { LazyPage } from './lazyPage.ts';
import type { PageParams } from './routes.ts';

export interface Searched {
  /** The day of the session, YYYY-MM-DD. */
  date: string;
  /** The last four digits of the card, or of the card number that a phone or watch uses. */
  creditCard: string;
}

export interface PageRequest {
  locale: Locale;
  params: PageParams;
  query: Readonly<Record<string, string>>;
  /**
   * Receipt tokens of the last search. The server reads them from a cookie that scripts cannot read, so they are empty in the
   * browser.
   */
  found: readonly string[];
  /** The terms of the last search. Null: there was none. */
  searched?: Searched | null;
  /** Current time by the clock of the machine that loads the page: server or browser. */
  now: Date;
}

/**
 * The result of a page's `load`: its data, or an address to redirect to. The data may be a promise if the status code does not
 * depend on them. The server then sends the beginning of the document at once and streams the page when the data arrive.
 */
export type Loaded<T> = { data: T | Promise<T> } | { redirect: string };

/** A page with its data, ready to render. The type of the data is known only to the page. */
export interface FilledPage {
  /** Path of the page's source file, the key under which the build lists the files that the page needs. */
  source: string;
  content: ReactNode;
  /** The data, which the document contains for hydration. */
  data: unknown;
  /** Seconds after which a page without JavaScript reloads itself. Null: never. */
  refreshS: number | null;
}

export interface Page {
  source: string;
  /** Loads the code of the page. The page then renders without suspending. */
  preload(): Promise<unknown>;
  load(charging: Charging, request: PageRequest): Promise<{ filled: FilledPage | Promise<FilledPage> } | { redirect: string }>;
  /** Loads the code of the page and fills the page with the data from the document. */
  restore(data: unknown): Promise<FilledPage>;
}

/** A page that can also be filled with data that the caller already has. */
export interface PageOf<T> extends Page {
  fill(data: T): FilledPage;
}

interface PageParts<T> extends LazyPage<{ data: T }> {
  load(charging: Charging, request: PageRequest): Promise<Loaded<T>>;
  refreshS?(data: T): number | null;
  /** A second component for which `shows(data)` is true, in a chunk of its own. For such data, browsers load only this chunk. */
  otherwise?: LazyPage<{ data: T }> & { shows(data: T): boolean };
}

/** Creates a page from its `load` function and its component. */
export function createPage<T>({ load, refreshS = () => null, otherwise, ...own }: PageParts<T>): PageOf<T> {
  const codeOf = (data: T): LazyPage<{ data: T }> => (otherwise?.shows(data) ? otherwise : own);
  const fill = (data: T): FilledPage => {
    const { component, source } = codeOf(data);
    return { source, content: createElement<{ data: T }>(component, { data }), data, refreshS: refreshS(data) };
  };
  const fillWhenLoaded = async (data: T): Promise<FilledPage> => {
    await codeOf(data).preload();
    return fill(data);
  };
  return {
    source: own.source,
    preload: () => Promise.all([otherwise?.preload(), own.preload()]),
    fill,
    async load(charging, request) {
      const loaded = await load(charging, request);
      if ('redirect' in loaded) return loaded;
      const { data } = loaded;
      if (!(data instanceof Promise)) return { filled: otherwise ? fillWhenLoaded(data) : fill(data) };
      const filled = data.then(fillWhenLoaded);
      // Prevents an unhandled rejection. The caller still gets the error when it awaits `filled`.
      filled.catch(() => undefined);
      return { filled };
    },
    // On the server, the same `load` function created these data, so they have the type T.
    restore: data => fillWhenLoaded(data as T),
  };
}
