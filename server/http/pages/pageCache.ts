import { createHash, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { FilledPage } from '../../../client/core/page.ts';
import type { PageParams, Route, RouteName } from '../../../client/core/routes.ts';
import type { Client } from '../../../shared/charging/charging.ts';
import type { Locale } from '../../../shared/model/locales.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/model/time.ts';
import { createRecent, getOrMake } from '../../../shared/util/recent.ts';
import { MAX_CORRELATION_ID_LENGTH } from '../../platform/correlation.ts';
import { Written } from '../../render/sink.ts';
import { createSpliced, type Encoding, type Spliced } from '../../render/spliced.ts';
import type { Visitor } from '../request/visitor.ts';
import { createShow, type ShowDependencies, type ShownClock, setHeaders } from './show.ts';

/** What a page that is kept may be asked with: everything of its address, and nothing else of who asks. */
export interface CacheableRequest {
  route: Route<RouteName>;
  params: PageParams;
  locale: Locale;
  path: string;
  query: Readonly<Record<string, string>>;
  theme: Visitor['theme'];
  origin: string;
}

/** What a page that is kept is made of. Whatever it shows is one of these, or the same for everybody in this build. */
export interface CachedContent {
  client: Client;
  filled: FilledPage;
}

/** A page as it is kept; where there is none, `version` tells what to keep it under. */
export interface CacheEntry {
  kept: Spliced | null;
  /** Null: only by its content can be said whether a page is the same. */
  version: string | null;
}

export interface PageCache {
  /** How the page that is asked for is kept, without loading what it shows. */
  find(ask: CacheableRequest): Promise<CacheEntry>;
  /** As `find`, for a visitor whose page differs from what is kept. */
  look(ask: CacheableRequest): Promise<CacheEntry>;
  /** What the page shows, where that has been loaded and nothing has changed since. */
  content(ask: CacheableRequest, looked: CacheEntry): CachedContent | null;
  /** What has just been loaded is the content from here on, if nothing has changed meanwhile; else `version` is null from here on. */
  remember(ask: CacheableRequest, content: CachedContent, looked: CacheEntry): Promise<CacheEntry>;
  /** The page of this content, from here on kept. Null: it could not be rendered without a fault. */
  make(ask: CacheableRequest, content: CachedContent, looked: CacheEntry): Promise<Spliced | null>;
}

/** Pages that are the same for everybody at the same address. */
const CACHED_ROUTES: ReadonlySet<RouteName> = new Set<RouteName>([
  'Home',
  'NeutralTerms',
  'NeutralPrivacy',
  'NeutralImprint',
  'NeutralInfo',
  'NeutralAccessibility',
  'ClientHome',
  'Payment',
  'Terms',
  'Privacy',
  'Imprint',
  'Info',
  'Accessibility',
  'ReceiptSearch',
]);

/** Longer addresses are somebody's invention. */
const MAX_PATH_LENGTH = 200;
const PLUG = /^[\w-]{1,36}$/;

/**
 * Null: it is shown to one visitor. Of what a page reads of its query, only a plug is one of few. What the page does not read is
 * left out, so an address with invented names costs no more than one without.
 */
export function toCacheableRequest(
  { locale, path, query: sent, theme, origin }: Visitor,
  { route, params }: Pick<CacheableRequest, 'route' | 'params'>,
): CacheableRequest | null {
  const query = Object.fromEntries(Object.entries(sent).filter(([name]) => route.query.includes(name)));
  const queryNames = Object.keys(query);
  const isFew = queryNames.length === 0 || (queryNames.length === 1 && route.name === 'Payment' && PLUG.test(query.plug ?? ''));
  if (!CACHED_ROUTES.has(route.name) || !isFew || path.length > MAX_PATH_LENGTH) return null;
  return { route, params, locale, path, query, theme, origin };
}

/** Room for some hundred pages. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Some hundred bytes each. */
const MAX_ADDRESSES = 2000;
/** Of what pages show, in signs of its JSON: room for some hundred charging points. */
const MAX_CONTENT_LENGTH = 4_000_000;

interface PageCacheDependencies extends ShowDependencies {
  clock: ShownClock;
}

/**
 * A page is rendered once for all it is made of, and kept under that. As long as the backend says that nothing has changed, not
 * even that is asked for again.
 */
export function createPageCache({ clock, ...dependencies }: PageCacheDependencies): PageCache {
  const placeholders = createPlaceholders(dependencies.formTokens);
  const show = createShow({ ...dependencies, formTokens: { mint: () => placeholders.formToken } });
  const pages = createRecent<Spliced>(MAX_BYTES, page => page.size);
  /** By what is asked and the version of what it shows. */
  const contentOf = createRecent<string>(MAX_ADDRESSES);
  /** By what is asked: of each address the last. */
  const contents = createRecent<{ content: CachedContent; version: string; size: number }>(
    MAX_CONTENT_LENGTH,
    ({ size }) => size,
  );
  const making = new Map<string, Promise<Spliced | null>>();

  async function versionOf({ params: { clientId, evseId } }: CacheableRequest): Promise<string | null> {
    const version = await dependencies.backend.catalogueVersion?.({ clientId, evseId });
    // Prices are those of the minute.
    return version ? `${version} ${Math.floor(clock.now().getTime() / MINUTE_MS)} ${hourNow()}` : null;
  }
  async function draw(ask: CacheableRequest, { client, filled }: CachedContent): Promise<Spliced | null> {
    const { route, params, locale, path, query, theme, origin } = ask;
    // Nobody: to a robot a page goes when all of it is there.
    const visitor: Visitor = {
      locale,
      path,
      query,
      theme,
      origin,
      isBot: true,
      nonce: placeholders.nonce,
      requestId: placeholders.requestId,
    };
    const answer = new Written();
    let isWhole = true;
    const onError = () => {
      isWhole = false;
    };
    await show.draw(answer, { visitor, shown: { route, params, client, filled }, onError }).catch(onError);
    return isWhole ? createSpliced(answer.html, placeholders) : null;
  }
  return {
    look: async ask => ({ kept: null, version: await versionOf(ask) }),
    content(ask, { version }) {
      const known = contents.get(shownOf(ask));
      return known && known.version === version ? known.content : null;
    },
    async remember(ask, content, { kept, version }) {
      // What was loaded belongs to a version only where that has lasted until now.
      if (version === null || version !== (await versionOf(ask))) return { kept, version: null };
      contents.set(shownOf(ask), { content, version, size: JSON.stringify([content.client, content.filled.data]).length });
      return { kept, version };
    },
    async find(ask) {
      const version = await versionOf(ask);
      const content = version === null ? undefined : contentOf.get(versionKeyOf(ask, version));
      return { kept: (content && pages.get(content)) || null, version };
    },
    async make(ask, content, { version }) {
      const { client, filled } = content;
      const name = nameOf([...partsOf(ask), client, filled.data, filled.refreshS, hourNow()]);
      const begin = () => draw(ask, content).finally(() => making.delete(name));
      const page = pages.get(name) ?? (await getOrMake(making, name, begin));
      if (!page) return null;
      pages.set(name, page);
      if (version !== null) contentOf.set(versionKeyOf(ask, version), name);
      return page;
    },
  };
}

const partsOf = ({ route, params, locale, path, query, theme, origin }: CacheableRequest): readonly unknown[] => [
  route.name,
  params,
  locale,
  path,
  query,
  theme,
  origin,
];

/** As it is: it is made for each request, and short enough. */
const versionKeyOf = (ask: CacheableRequest, version: string): string => JSON.stringify([...partsOf(ask), version]);

/** What is loaded depends on nothing else of what is asked. */
const shownOf = ({ route, params, locale, query }: CacheableRequest): string =>
  JSON.stringify([route.name, params, locale, query]);

/** Short, whatever goes in. */
const nameOf = (parts: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64');

/** Pages tell what the clock of a place is called, which changes on an hour. */
const hourNow = (): number => Math.floor(Date.now() / HOUR_MS);

/** What stands where a value belongs: as long as that, an id with spaces behind it, and known to nobody. */
function createPlaceholders({ mint }: ShowDependencies['formTokens']) {
  const placeholder = (length: number) => randomBytes(length).toString('hex').slice(0, length);
  return {
    nonce: placeholder(24),
    requestId: placeholder(MAX_CORRELATION_ID_LENGTH),
    formToken: placeholder(mint(new Date()).length),
  };
}

/** How an answer with a page that is kept is written: the same for whoever asks in the same way. */
export interface ResponseFormat {
  route: RouteName;
  encoding: Encoding;
  headers: readonly (readonly [name: string, value: string])[];
}

const OF_PAGE = ['Cache-Control', 'Permissions-Policy', 'Content-Type', 'Content-Language', 'Vary'] as const;

export function mannerOf(response: Response, route: Route<RouteName>): ResponseFormat {
  setHeaders(response, { route });
  response.type('html').vary('Accept-Encoding');
  const headers = OF_PAGE.map(name => [name, String(response.get(name) ?? '')] as const).filter(([, value]) => value !== '');
  return { route: route.name, encoding: encodingFor(response.req), headers };
}

/** Sends a page that is kept, with what belongs to this answer alone. */
export async function sendCachedPage(
  response: Response,
  { kept, manner, formToken }: { kept: Spliced; manner: ResponseFormat; formToken: string },
): Promise<void> {
  const { nonce, requestId } = response.locals as Pick<Visitor, 'nonce' | 'requestId'>;
  const values = { nonce, requestId: requestId.padEnd(MAX_CORRELATION_ID_LENGTH), formToken };
  const { encoding, bytes } = await kept.answer(manner.encoding, values);
  response.locals.route = manner.route;
  for (const [name, value] of manner.headers) response.setHeader(name, value);
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', bytes.length).end(bytes);
}

/** Ours is the order where a browser takes both. */
const encodingFor = (request: Request): Encoding =>
  (['br', 'gzip'] as const).find(encoding => request.acceptsEncodings(encoding)) ?? 'identity';
