import { createElement, type ReactNode } from 'react';
import type { Charging } from '../../shared/charging/charging.ts';
import type { Locale } from '../../shared/model/locales.ts';
import type { LazyPage } from './lazyPage.ts';
import type { PageParams } from './routes.ts';

export interface Searched {
  /** YYYY-MM-DD. */
  date: string;
  /** The last four digits of a card or a device. */
  creditCard: string;
}

export interface PageRequest {
  locale: Locale;
  params: PageParams;
  query: Readonly<Record<string, string>>;
  /** Receipt tokens of the last search, from a cookie that scripts cannot read. Empty in the browser. */
  found: readonly string[];
  /** The search terms of the last search. */
  searched?: Searched | null;
  /** The server's clock. In the browser, the browser's clock. */
  now: Date;
}

/**
 * The data of a page, or the address to redirect to. The data may be a promise if the status code does not depend on them: the
 * server then streams the part of the page that comes before them.
 */
export type Loaded<T> = { data: T | Promise<T> } | { redirect: string };

/** A page with its data, ready to render. Only the page itself knows the type of its data. */
export interface FilledPage {
  /** Path of the page's source file. The build's list of files per page uses this path as its key. */
  source: string;
  content: ReactNode;
  /** The data that the document contains for hydration. */
  data: unknown;
  /** After this number of seconds a page without JavaScript reloads itself. Null: the page does not reload. */
  refreshS: number | null;
}

export interface Page {
  source: string;
  /** Loads the code of the page. After that, rendering is synchronous. */
  preload(): Promise<unknown>;
  load(charging: Charging, request: PageRequest): Promise<{ filled: FilledPage | Promise<FilledPage> } | { redirect: string }>;
  /** Fills the page with the data from the document, after its code has loaded. */
  restore(data: unknown): Promise<FilledPage>;
}

/** A page whose data the caller already has. */
export interface PageOf<T> extends Page {
  fill(data: T): FilledPage;
}

interface PageParts<T> extends LazyPage<{ data: T }> {
  load(charging: Charging, request: PageRequest): Promise<Loaded<T>>;
  refreshS?(data: T): number | null;
  /** A second file with a component for some data. Browsers load this file instead of the first one for such data. */
  otherwise?: LazyPage<{ data: T }> & { shows(data: T): boolean };
}

/** Creates a page from its `load` function and the component that shows the data. */
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
      // This handler prevents an unhandled rejection. The caller receives the failure when the caller awaits `filled`.
      filled.catch(() => undefined);
      return { filled };
    },
    // The same `load` function has made these data on the server, so they have the type T.
    restore: data => fillWhenLoaded(data as T),
  };
}
