import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { FilledPage } from '../../../client/core/page.ts';
import type { PageParams, Route, RouteName } from '../../../client/core/routes.ts';
import type { Client } from '../../../shared/charging/charging.ts';
import { BROTLI } from '../request/compression.ts';
import type { Visitor } from '../request/visitor.ts';
import { type Show, type ShowDependencies, type ShownClock, setHeaders } from './show.ts';

/** A complete response that is identical for all visitors. */
export interface CachedPage {
  /**
   * Catalogue version (see `catalogueVersion.ts`) and time window in which the page's data was loaded. The cached page is used
   * only as long as both are current.
   */
  version: string;
  body: Buffer;
  encoding: Encoding;
  policy: string;
}

type Encoding = 'br' | 'gzip' | 'identity';

/** A request for a page that is identical for all visitors. */
export interface CacheableRequest {
  route: Route<RouteName>;
  params: PageParams;
  /** A visitor without any individual data. */
  visitor: Visitor;
  encoding: Encoding;
  key: string;
  version: string;
}

export interface PageCache {
  /**
   * Returns what is needed to cache the requested page. Null if the page depends on the individual visitor, or if this process
   * currently receives no catalogue changes.
   */
  toCacheable(request: Request, visitor: Visitor, found: Pick<CacheableRequest, 'route' | 'params'>): CacheableRequest | null;
  get(cacheable: CacheableRequest): CachedPage | null;
  /**
   * Renders a page and caches it under `cacheable.version`, which was read before the page's data was loaded. Null if rendering
   * failed.
   */
  render(response: Response, cacheable: CacheableRequest, content: { client: Client; filled: FilledPage }): CachedPage | null;
}

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

/** Maximum size of the cache, enough for more than a thousand pages. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_PATH_LENGTH = 200;
const PLUG = /^[\w-]{1,36}$/;
/**
 * Maximum age in milliseconds of content whose changes are not reported: unreachable stations, payment methods, and writes by
 * another process to a database file. It divides a minute evenly, so a new hour or price always begins with a new window.
 */
const WINDOW_MS = 5000;

export function createPageCache({
  backend,
  show,
  clock,
}: Pick<ShowDependencies, 'backend'> & { show: Show; clock: ShownClock }): PageCache {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body, policy }) => body.length + policy.length,
  });
  return {
    toCacheable(request, visitor, { route, params }) {
      const { locale, path, theme, origin } = visitor;
      const query = Object.fromEntries(Object.entries(visitor.query).filter(([name]) => route.query.includes(name)));
      const names = Object.keys(query);
      const isPlain = names.length === 0 || (names.length === 1 && PLUG.test(query.plug ?? ''));
      if (!CACHED_ROUTES.has(route.name) || !isPlain || path.length > MAX_PATH_LENGTH) return null;
      const changes = backend.catalogueVersion?.(params.evseId) ?? null;
      if (changes === null) return null;
      const encoding = encodingFor(request);
      return {
        route,
        params,
        visitor: { locale, path, query, theme, origin, isBot: true, nonce: '', requestId: '' },
        encoding,
        key: JSON.stringify([origin, path, query, locale, theme, encoding]),
        version: `${Math.floor(clock.now().getTime() / WINDOW_MS)} ${changes}`,
      };
    },
    get({ key, version }) {
      const page = pages.get(key);
      return page?.version === version ? page : null;
    },
    render(response, { route, params, visitor, encoding, key, version }, content) {
      const html = show.whole(visitor, { route, params, ...content });
      if (html === null) return null;
      const page = { version, body: compress(html, encoding), encoding, policy: policyFor(html, response) };
      pages.set(key, page);
      return page;
    },
  };
}

export function sendCachedPage(response: Response, route: Route<RouteName>, { body, encoding, policy }: CachedPage): void {
  setHeaders(response, { route });
  response.set('Content-Security-Policy', policy).type('html').vary('Accept-Encoding');
  if (encoding !== 'identity') response.set('Content-Encoding', encoding);
  response.set('Content-Length', String(body.length)).end(body);
}

/** Selects the encoding of the response. If a browser accepts both, Brotli is preferred. */
const encodingFor = (request: Request): Encoding =>
  (['br', 'gzip'] as const).find(encoding => request.acceptsEncodings(encoding)) ?? 'identity';

function compress(html: string, encoding: Encoding): Buffer {
  if (encoding === 'br') return brotliCompressSync(html, BROTLI);
  return encoding === 'gzip' ? gzipSync(html) : Buffer.from(html);
}

const SCRIPT = /<script>([^<]*)<\/script>/g;
const STYLE = /<style[^>]*>([^<]*)<\/style>/g;

/**
 * Returns the Content-Security-Policy with hashes of the inline scripts and styles, because a cached page cannot contain a new
 * nonce for each response. 'self' is for browsers that do not support 'strict-dynamic'. The hash of the empty text allows the
 * empty style element that the styling library inserts in the browser.
 */
function policyFor(html: string, response: Response): string {
  const nonce = `'nonce-${String(response.locals.nonce)}'`;
  return String(response.get('Content-Security-Policy'))
    .replace(`script-src ${nonce}`, `script-src 'self' ${hashes(html, SCRIPT)}`)
    .replace(nonce, `${hashOf('')} ${hashes(html, STYLE)}`);
}

const hashes = (html: string, inline: RegExp): string =>
  [...html.matchAll(inline)].map(([, text = '']) => hashOf(text)).join(' ');

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
