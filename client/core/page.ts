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
  /** Receipt tokens of the last search; only the server knows them. */
  found: readonly string[];
  /** What the last search asked for, beside what all found have in common. */
  searched?: Searched | null;
  /** The app's time; in the browser its own. */
  now: Date;
}

/**
 * What a page needs before it can be shown, or where the visitor should be instead. Data may be a promise where it may be late
 * and nothing about it decides the status: the server then sends what comes before it.
 */
export type Loaded<T> = { data: T | Promise<T> } | { redirect: string };

/** A page with its data, ready to be shown. What kind of data they are only the page itself knows. */
export interface FilledPage {
  /** Path of the page's file: the build lists what a browser needs for it by that. */
  source: string;
  content: ReactNode;
  /** What the document carries, so that the browser need not load it again. */
  data: unknown;
  /** Without JavaScript the page asks again after so many seconds; null: never. */
  refreshS: number | null;
}

export interface Page {
  source: string;
  /** Loads the page's code; rendering is synchronous afterwards. */
  preload(): Promise<unknown>;
  load(charging: Charging, ask: PageRequest): Promise<{ filled: FilledPage | Promise<FilledPage> } | { redirect: string }>;
  /** Filled with what a document carries, once the code for that is loaded. */
  restore(data: unknown): Promise<FilledPage>;
}

/** For those who have a page's data themselves. */
export interface PageOf<T> extends Page {
  fill(data: T): FilledPage;
}

interface PageParts<T> extends LazyPage<{ data: T }> {
  load(charging: Charging, ask: PageRequest): Promise<Loaded<T>>;
  refreshS?(data: T): number | null;
  /** Another file that shows some data, which browsers then load instead. */
  otherwise?: LazyPage<{ data: T }> & { shows(data: T): boolean };
}

/** Ties what a page loads to the component that shows it and to what else depends on it. */
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
    async load(charging, ask) {
      const loaded = await load(charging, ask);
      if ('redirect' in loaded) return loaded;
      const { data } = loaded;
      if (!(data instanceof Promise)) return { filled: otherwise ? fillWhenLoaded(data) : fill(data) };
      const filled = data.then(fillWhenLoaded);
      // Whoever asked hears of a failure when they wait for it, which may be later.
      filled.catch(() => undefined);
      return { filled };
    },
    // The server that wrote the document filled the same page with it, by the same `load`.
    restore: data => fillWhenLoaded(data as T),
  };
}
