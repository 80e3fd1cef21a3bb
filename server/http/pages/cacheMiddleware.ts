import type { Request, RequestHandler, Response } from 'express';
import { findRoute } from '../../../client/core/routes.ts';
import { createRecent, getOrMake } from '../../../shared/util/recent.ts';
import type { CodeProofs } from '../request/codeProof.ts';
import type { FormTokens } from '../request/formToken.ts';
import { readable, visitorOf } from '../request/visitor.ts';
import {
  type CacheableRequest,
  type CacheEntry,
  mannerOf,
  type PageCache,
  type ResponseFormat,
  sendCachedPage,
  toCacheableRequest,
} from './pageCache.ts';

type FoundRoute = ReturnType<typeof findRoute>;

/** What is kept for a visitor, who may have nothing kept. */
export interface PageLookup extends FoundRoute {
  /** Null: nothing of the page is the same for everybody. */
  ask: CacheableRequest | null;
  looked: CacheEntry | null;
  /** All that is shown is the same for everybody. */
  isCommon: boolean;
}

export interface CacheMiddleware {
  /** Sends what is kept before all that only other requests need: parsers, files, forms. */
  step: RequestHandler;
  /** What is kept of the page that is asked for. */
  find(request: Request, response: Response): Promise<PageLookup>;
  send(
    request: Request,
    response: Response,
    page: NonNullable<CacheEntry['kept']>,
    route: CacheableRequest['route'],
  ): Promise<void>;
}

interface CacheMiddlewareDependencies {
  kept: PageCache;
  codeProofs: Pick<CodeProofs, 'isBrought'>;
  formTokens: Pick<FormTokens, 'mint'>;
  /** What reads cookies and who is asking. */
  readers: readonly RequestHandler[];
}

/** So many addresses of strangers. */
const MAX_ADDRESSES = 2000;
/** So many ways to ask for one. */
const MAX_REQUESTS = 2000;
/** Signs of an address or a way that is kept: what is longer is somebody's invention, and would fill the memory. */
const MAX_KEY_LENGTH = 1000;
/** All that is read of a request for a page that is the same for everybody. */
const READ = ['host', 'user-agent', 'accept-language', 'accept-encoding', 'cookie'] as const;
/** Cookies that tell nothing of who brings them. */
const ANONYMOUS_COOKIES: ReadonlySet<string> = new Set(['locale', 'theme']);

const requestKey = ({ originalUrl, headers }: Request): string => {
  let text = originalUrl;
  for (const name of READ) text += `\n${headers[name] ?? ''}`;
  return text;
};

/** What was asked for and how it is answered, for whoever asks in the same words. */
interface KnownRequest {
  ask: CacheableRequest;
  manner: ResponseFormat;
}

export function createCacheMiddleware({ kept, codeProofs, formTokens, readers }: CacheMiddlewareDependencies): CacheMiddleware {
  const routes = createRecent<FoundRoute>(MAX_ADDRESSES);
  // An address is early only once it has come through all that stands before pages, so that nothing else answers it.
  const sent = createRecent<true>(MAX_ADDRESSES);
  const knownRequests = createRecent<KnownRequest>(MAX_REQUESTS);

  const routeOf = (path: string): FoundRoute => {
    const find = () => findRoute(readable(path));
    return path.length > MAX_KEY_LENGTH ? find() : getOrMake(routes, path, find);
  };
  const answer = (response: Response, page: NonNullable<CacheEntry['kept']>, manner: ResponseFormat): Promise<void> =>
    sendCachedPage(response, { kept: page, manner, formToken: formTokens.mint(new Date()) });
  /** False: it has been answered with another address. */
  async function read(request: Request, response: Response): Promise<boolean> {
    for (const reader of readers) {
      let isRead = false;
      await reader(request, response, error => {
        if (error) throw error;
        isRead = true;
      });
      if (!isRead) return false;
    }
    return true;
  }
  /** What went wrong is told in the language of whoever asks. */
  async function readBefore(error: unknown, request: Request, response: Response): Promise<never> {
    await read(request, response);
    throw error;
  }
  /** Not where an answer sets a cookie, or a visitor brings one that is theirs. */
  function remember(request: Request, response: Response, way: KnownRequest): void {
    const key = requestKey(request);
    const isAnonymous = Object.keys(request.cookies as object).every(name => ANONYMOUS_COOKIES.has(name));
    if (isAnonymous && !response.hasHeader('Set-Cookie') && key.length <= MAX_KEY_LENGTH) knownRequests.set(key, way);
  }
  const self: CacheMiddleware = {
    async step(request, response, next) {
      if (request.method !== 'GET' || sent.get(request.originalUrl) === undefined) return next();
      const known = knownRequests.get(requestKey(request));
      const again = known && (await kept.find(known.ask).catch(error => readBefore(error, request, response)));
      if (known && again?.kept) return answer(response, again.kept, known.manner);
      if (!(await read(request, response))) return;
      const { route, looked, ask, isCommon } = await self.find(request, response);
      if (!looked?.kept) return next();
      const manner = mannerOf(response, route);
      if (ask && isCommon) remember(request, response, { ask, manner });
      await answer(response, looked.kept, manner);
    },
    async find(request, response) {
      const cached = response.locals.keptFor as PageLookup | undefined;
      if (cached) return cached;
      const visitor = visitorOf(response);
      const found = routeOf(visitor.path);
      const cacheable = toCacheableRequest(visitor, found);
      const isCommon = cacheable !== null && !codeProofs.isBrought(request);
      const lookup = {
        ...found,
        ask: cacheable,
        isCommon,
        looked: cacheable && (await (isCommon ? kept.find(cacheable) : kept.look(cacheable))),
      };
      // A page that is not sent early is asked for a second time by the request that goes on.
      response.locals.keptFor = lookup;
      return lookup;
    },
    async send(request, response, page, route) {
      if (request.originalUrl.length <= MAX_KEY_LENGTH) sent.set(request.originalUrl, true);
      await answer(response, page, mannerOf(response, route));
    },
  };
  return self;
}
