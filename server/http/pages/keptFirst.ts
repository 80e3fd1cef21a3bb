import type { Request, RequestHandler, Response } from 'express';
import { findRoute } from '../../../client/routes.ts';
import { createRecent, getOrMake } from '../../../shared/recent.ts';
import type { CodeProofs } from '../codes/codeProof.ts';
import type { FormTokens } from '../forms/formToken.ts';
import { readable, visitorOf } from '../visitor.ts';
import { type KeptAsk, type KeptPages, keptAskOf, type Looked, sendKept } from './keptPages.ts';

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

export function createKeptFirst({ kept, codeProofs, formTokens, readers }: KeptFirstDependencies): KeptFirst {
  const routes = createRecent<FoundRoute>(MOST_ADDRESSES);
  // An address is early only once it has come through all that stands before pages, so that nothing else answers it.
  const sent = createRecent<true>(MOST_ADDRESSES);

  const routeOf = (path: string): FoundRoute => getOrMake(routes, path, () => findRoute(readable(path)));
  const self: KeptFirst = {
    async step(request, response, next) {
      if (request.method !== 'GET' || sent.get(request.originalUrl) === undefined) return next();
      for (const read of readers) {
        let isRead = false;
        await read(request, response, error => {
          if (error) throw error;
          isRead = true;
        });
        // It has been answered with another address.
        if (!isRead) return;
      }
      const { route, looked } = await self.find(request, response);
      if (looked?.kept) await self.send(request, response, looked.kept, route);
      else next();
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
      sent.set(request.originalUrl, true);
      await sendKept(response, { kept: page, route, formToken: formTokens.mint(new Date()) });
    },
  };
  return self;
}
