import { createElement, type ReactNode } from 'react';
import type { Charging } from '../../shared/charging/charging.ts';
import type { Locale } from '../../shared/model/locales.ts';
import type { Money } from '../../shared/model/money.ts';
import type { LazyPage } from './lazyPage.ts';
import type { PageParams } from './routes.ts';

export interface Searched {
  /** The day of the session, YYYY-MM-DD. */
  date: string;
  /** The last four digits of the card. If a phone or watch paid, these are the digits of its own card number. */
  creditCard: string;
}

/** A payment that the driver has begun on the payment provider's page and not finished. */
export interface UnfinishedPayment {
  clientId: string;
  orderId: string;
  evseId: string;
  /** The payment provider's page. */
  url: string;
  hold: Money;
}

export interface PageRequest {
  locale: Locale;
  params: PageParams;
  query: Readonly<Record<string, string>>;
  /**
   * Receipt tokens of the last search. Only the server can read them, from a cookie that is hidden from scripts. In a browser,
   * the list is empty.
   */
  found: readonly string[];
  /** The terms of the last receipt search. Null: there was no search. */
  searched?: Searched | null;
  /**
   * The unfinished payment of the visitor. Only the server knows the payment, from a cookie that is hidden from scripts. Null or
   * absent: there is none.
   */
  unfinished?: UnfinishedPayment | null;
  /** Current time of the server or browser that loads the page. */
  now: Date;
}

/**
 * The result of a page's `load` function: its data, or an address to redirect to. If the status code does not depend on the
 * data, they may be a promise. The server then sends the beginning of the document immediately, and the rest when the data
 * arrive.
 */
export type Loaded<T> = { data: T | Promise<T> } | { redirect: string };

/** A page with its data, ready to render. */
export interface FilledPage {
  /** Path of the page's source file. The build lists under this path which files the page needs. */
  source: string;
  content: ReactNode;
  /** The data. The document contains them for hydration. */
  data: unknown;
  /** Seconds after which the page reloads itself if there is no JavaScript. Null: it never does. */
  refreshS: number | null;
  /** Areas of the route's texts that the document does not contain, because the page loads them later or never needs them. */
  laterStrings: readonly string[];
}

export interface Page {
  source: string;
  /** Loads the code of the page. The page then renders without suspending. */
  preload(): Promise<unknown>;
  load(charging: Charging, request: PageRequest): Promise<{ filled: FilledPage | Promise<FilledPage> } | { redirect: string }>;
  /** Loads the code of the page and fills it with the data that the document contains. */
  restore(data: unknown): Promise<FilledPage>;
}

/** A page that can also be filled with data that the caller already has. */
export interface PageOf<T> extends Page {
  fill(data: T): FilledPage;
}

interface PageParts<T> extends LazyPage<{ data: T }> {
  load(charging: Charging, request: PageRequest): Promise<Loaded<T>>;
  refreshS?(data: T): number | null;
  /**
   * Returns the areas of the route's texts that the page never needs, or loads after hydration (see `useLoadTexts`). Default:
   * none.
   */
  laterStrings?(data: T): readonly string[];
  /**
   * A second component, in a chunk of its own. It renders the data for which `shows(data)` is true. Browsers then load only this
   * chunk.
   */
  otherwise?: LazyPage<{ data: T }> & { shows(data: T): boolean };
  /** Returns a part of the page, in a chunk of its own, that only some data need. Null: these data do not need it. */
  needs?(data: T): Pick<LazyPage<never>, 'preload'> | null;
}

/** Creates a page from its `load` function and its component. */
export function createPage<T>({
  load,
  refreshS = () => null,
  laterStrings = () => [],
  otherwise,
  needs,
  ...own
}: PageParts<T>): PageOf<T> {
  const codeOf = (data: T): LazyPage<{ data: T }> => (otherwise?.shows(data) ? otherwise : own);
  const fill = (data: T): FilledPage => {
    const { component, source } = codeOf(data);
    const content = createElement<{ data: T }>(component, { data });
    return { source, content, data, refreshS: refreshS(data), laterStrings: laterStrings(data) };
  };
  const fillWhenLoaded = async (data: T): Promise<FilledPage> => {
    await Promise.all([codeOf(data).preload(), needs?.(data)?.preload()]);
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
      if (!(data instanceof Promise)) return { filled: otherwise || needs ? fillWhenLoaded(data) : fill(data) };
      const filled = data.then(fillWhenLoaded);
      // Prevents an unhandled rejection. A caller that awaits `filled` still gets the error.
      filled.catch(() => undefined);
      return { filled };
    },
    // The data in the document came from the same `load` function on the server, so they have the type T.
    restore: data => fillWhenLoaded(data as T),
  };
}
