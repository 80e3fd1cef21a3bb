import type { Request, RequestHandler, Response } from 'express';
import { findRoute } from '../../../client/core/routes.ts';
import { createRecent, getOrMake } from '../../../shared/util/recent.ts';
import type { CodeProofs } from '../request/codeProof.ts';
import type { FormTokens } from '../request/formToken.ts';
import { readable, visitorOf } from '../request/visitor.ts';
import { type KeptAsk, type KeptManner, type KeptPages, keptAskOf, type Looked, mannerOf, sendKept } from './pageCache.ts';

type FoundRoute = ReturnType<typeof findRoute>;

/** What is kept for a visitor, who may have nothing kept. */
export interface KeptFor extends FoundRoute {
  /** Null: nothing of the page is the same for everybody. */
  ask: KeptAsk | null;
  looked: Looked | null;
  /** All that is shown is the same for everybody. */
  isCommon: boolean;
}

export interface KeptFirst {
  /** Sends what is kept before all that only other requests need: parsers, files, forms. */
  step: RequestHandler;
  /** What is kept of the page that is asked for. */
  find(request: Request, response: Response): Promise<KeptFor>;
  send(request: Request, response: Response, page: NonNullable<Looked['kept']>, route: KeptAsk['route']): Promise<void>;
}

interface KeptFirstDependencies {
  kept: KeptPages;
  codeProofs: Pick<CodeProofs, 'isBrought'>;
  formTokens: Pick<FormTokens, 'mint'>;
  /** What reads cookies and who is asking. */
  readers: readonly RequestHandler[];
}

/** So many addresses of strangers. */
const MOST_ADDRESSES = 2000;
/** So many ways to ask for one. */
const MOST_WAYS = 2000;
/** Signs of an address or a way that is kept: what is longer is somebody's invention, and would fill the memory. */
const LONGEST = 1000;
/** All that is read of a request for a page that is the same for everybody. */
const READ = ['host', 'user-agent', 'accept-language', 'accept-encoding', 'cookie'] as const;
/** Cookies that tell nothing of who brings them. */
const OF_NOBODY: ReadonlySet<string> = new Set(['locale', 'theme']);

const wayOf = ({ originalUrl, headers }: Request): string => {
  let way = originalUrl;
  for (const name of READ) way += `\n${headers[name] ?? ''}`;
  return way;
};

/** What was asked for and how it is answered, for whoever asks in the same words. */
interface Way {
  ask: KeptAsk;
  manner: KeptManner;
}

export function createKeptFirst({ kept, codeProofs, formTokens, readers }: KeptFirstDependencies): KeptFirst {
  const routes = createRecent<FoundRoute>(MOST_ADDRESSES);
  // An address is early only once it has come through all that stands before pages, so that nothing else answers it.
  const sent = createRecent<true>(MOST_ADDRESSES);
  const ways = createRecent<Way>(MOST_WAYS);

  const routeOf = (path: string): FoundRoute => {
    const find = () => findRoute(readable(path));
    return path.length > LONGEST ? find() : getOrMake(routes, path, find);
  };
  const answer = (response: Response, page: NonNullable<Looked['kept']>, manner: KeptManner): Promise<void> =>
    sendKept(response, { kept: page, manner, formToken: formTokens.mint(new Date()) });
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
  function remember(request: Request, response: Response, way: Way): void {
    const key = wayOf(request);
    const isOfNobody = Object.keys(request.cookies as object).every(name => OF_NOBODY.has(name));
    if (isOfNobody && !response.hasHeader('Set-Cookie') && key.length <= LONGEST) ways.set(key, way);
  }
  const self: KeptFirst = {
    async step(request, response, next) {
      if (request.method !== 'GET' || sent.get(request.originalUrl) === undefined) return next();
      const known = ways.get(wayOf(request));
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
      const looked = response.locals.keptFor as KeptFor | undefined;
      if (looked) return looked;
      const visitor = visitorOf(response);
      const found = routeOf(visitor.path);
      const ask = keptAskOf(visitor, found);
      const isCommon = ask !== null && !codeProofs.isBrought(request);
      const keptFor = { ...found, ask, isCommon, looked: ask && (await (isCommon ? kept.find(ask) : kept.look(ask))) };
      // A page that is not sent early is asked for a second time by the request that goes on.
      response.locals.keptFor = keptFor;
      return keptFor;
    },
    async send(request, response, page, route) {
      if (request.originalUrl.length <= LONGEST) sent.set(request.originalUrl, true);
      await answer(response, page, mannerOf(response, route));
    },
  };
  return self;
}
