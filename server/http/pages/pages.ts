import express, { type Router } from 'express';
import { PAGES } from '../../../client/app/pages.ts';
import type { Page } from '../../../client/core/page.ts';
import { NOT_FOUND } from '../../../client/core/routes.ts';
import { PATHS } from '../../../shared/charging/paths.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { within } from '../../../shared/util/within.ts';
import type { Backend } from '../../core/ports/backend.ts';
import type { CodeProofs } from '../request/codeProof.ts';
import { visitorOf } from '../request/visitor.ts';
import type { CacheMiddleware } from './cacheMiddleware.ts';
import { foundReceipts, searchedFor } from './found.ts';
import type { PageCache } from './pageCache.ts';
import { clientIdOf, clientOf, queryOf, type Show, type ShownClock } from './show.ts';

interface PagesDependencies {
  backend: Backend;
  show: Show;
  kept: Pick<PageCache, 'content' | 'remember' | 'make'>;
  cacheMiddleware: Pick<CacheMiddleware, 'find' | 'send'>;
  clock: ShownClock;
  codeProofs: CodeProofs;
}

/** Every page of client/core/routes.ts at its address. What decides the status is awaited before the first byte. */
export function pages({ backend, show, kept, cacheMiddleware, clock, codeProofs }: PagesDependencies): Router {
  const router = express.Router();

  router.get('/{*any}', async (request, response) => {
    const { locale, query } = visitorOf(response);
    const { route, params, ask: keptAsk, looked, isCommon } = await cacheMiddleware.find(request, response);
    response.locals.route = route.name;
    if (route === NOT_FOUND) throw new Problem('no-page');
    if (looked?.kept) return cacheMiddleware.send(request, response, looked.kept, route);

    const now = clock.now();
    const pageRequest = keptAsk
      ? { locale: keptAsk.locale, params: keptAsk.params, query: keptAsk.query, found: [], searched: null, now }
      : { locale, params, query, found: foundReceipts(request), searched: searchedFor(request), now };
    const known = keptAsk && looked && kept.content(keptAsk, looked);
    const client = known ? Promise.resolve(known.client) : clientOf(backend, params);
    const loading: Promise<Loading> = known ? Promise.resolve(known) : PAGES[route.name].load(backend, pageRequest);
    const isSoon = await arrives(Promise.all([client, loading.then(filledOf)]), visitorOf(response).isBot ? null : GRACE_MS);
    // What decides the status is awaited before the first byte, whatever else is late.
    const [loaded] = await Promise.all([loading, isSoon ? client : backend.admitClient({ clientId: clientIdOf(params) })]);
    if ('redirect' in loaded) {
      // Another spelling of a point is the same page for good; all else depends on how things stand.
      const isSpelling = route.path === PATHS.payment;
      const target = isSpelling ? loaded.redirect + queryOf(visitorOf(response)) : loaded.redirect;
      response.set('Cache-Control', 'no-store').redirect(isSpelling ? 308 : 303, target);
      return;
    }
    const codeProof = route.path === PATHS.payment ? codeProofs.take(request, response, params.evseId ?? '') : null;
    const values = codeProof ? { codeProof, ...(query.limit ? { limit: query.limit } : {}) } : null;
    const proven = values ? { form: { values, errors: {}, problem: null } } : {};
    const { filled } = loaded;
    if (!isSoon) return show.inOrder(response, { route, params, client, filled, ...proven });
    const content = { client: await client, filled: await filled };
    const lasting = keptAsk && looked && !known ? await kept.remember(keptAsk, content, looked) : looked;
    const page = keptAsk && lasting && isCommon ? await kept.make(keptAsk, content, lasting) : null;
    if (page) await cacheMiddleware.send(request, response, page, route);
    else await show.page(response, { route, params, ...content, ...proven });
  });
  return router;
}

/** So long a page is waited for, to be sent whole; a visitor notices nothing of it. */
const GRACE_MS = 40;

type Loading = Awaited<ReturnType<Page['load']>>;
const filledOf = async (loaded: Loading) => ('filled' in loaded ? loaded.filled : null);

/** Whether something has come, or failed, within so many milliseconds; null: it is awaited. */
async function arrives(awaited: Promise<unknown>, limitMs: number | null): Promise<boolean> {
  const come = awaited.then(
    () => true,
    () => true,
  );
  return limitMs === null ? come : within(come, limitMs, () => false);
}
