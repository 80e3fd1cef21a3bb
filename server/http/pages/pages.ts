import express, { type Response, type Router } from 'express';
import { PAGES } from '../../../client/app/pages.ts';
import type { Page } from '../../../client/core/page.ts';
import { findRoute, NOT_FOUND } from '../../../client/core/routes.ts';
import { PATHS, pathTo } from '../../../shared/charging/paths.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { within } from '../../../shared/util/within.ts';
import type { Backend } from '../../core/ports/backend.ts';
import type { CodeProofs } from '../request/codeProof.ts';
import { type FormTokens, setFormCookie } from '../request/formToken.ts';
import { deleteUnfinishedPayment, loadUnfinishedPayment, unfinishedOrder } from '../request/unfinishedPayment.ts';
import { readable, visitorOf } from '../request/visitor.ts';
import { foundReceipts, searchedFor } from './found.ts';
import { type CachedPage, type PageCache, sendCachedPage } from './pageCache.ts';
import { clientIdOf, clientOf, queryOf, type Show, type ShownClock } from './show.ts';

interface PagesDependencies {
  backend: Backend;
  show: Show;
  pageCache: PageCache;
  formTokens: FormTokens;
  isSecure: boolean;
  clock: ShownClock;
  codeProofs: CodeProofs;
}

/**
 * Serves all pages of client/core/routes.ts. The data that determines the status code is awaited before the first byte is sent.
 */
export function pages({ backend, show, pageCache, clock, codeProofs, ...cookie }: PagesDependencies): Router {
  const router = express.Router();
  const send = (response: Response, { route, params: { clientId = '', evseId = '' } }: FoundRoute, page: CachedPage) => {
    const address = { locale: visitorOf(response).locale, clientId, evseId };
    if (route.needsFormToken) setFormCookie(response, { ...cookie, path: pathTo('payment', address) });
    sendCachedPage(response, route, page);
  };

  router.get('/{*any}', async (request, response) => {
    const visitor = visitorOf(response);
    const { locale, query } = visitor;
    const found = findRoute(readable(visitor.path));
    const { route, params } = found;
    response.locals.route = route.name;
    if (route === NOT_FOUND) throw new Problem('no-page');
    const unpaid = unfinishedOrder(request, route.name);
    const isIndividual = codeProofs.isBrought(request) || unpaid !== null;
    const cacheable = isIndividual ? null : pageCache.toCacheable(request, visitor, found);
    const cached = cacheable && pageCache.get(cacheable);
    if (cached) return send(response, found, cached);

    const own = unpaid && (await loadUnfinishedPayment(backend, unpaid));
    if (own?.isOver) deleteUnfinishedPayment(response);
    const unfinished = own?.payment ?? null;
    response.locals.isIndividual = unfinished !== null;
    const client = clientOf(backend, params);
    const shown = { found: foundReceipts(request), searched: searchedFor(request), unfinished };
    const input = { locale, params, query, ...shown, now: clock.now() };
    const loading: Promise<Loading> = PAGES[route.name].load(backend, input);
    const isSoon = await arrives(Promise.all([client, loading.then(filledOf)]), visitor.isBot ? null : GRACE_MS);
    // The status code depends on `loading` and on whether the brand exists, so both are awaited here. All other data may be
    // streamed later.
    const [loaded] = await Promise.all([loading, isSoon ? client : backend.admitClient({ clientId: clientIdOf(params) })]);
    if ('redirect' in loaded) {
      // An alternative spelling of an EVSE ID redirects permanently. All other redirects depend on the current state, so they are
      // temporary.
      const isSpelling = route.path === PATHS.payment;
      const target = isSpelling ? loaded.redirect + queryOf(visitor) : loaded.redirect;
      response.set('Cache-Control', 'no-store').redirect(isSpelling ? 308 : 303, target);
      return;
    }
    const codeProof = route.path === PATHS.payment ? codeProofs.consume(request, response, params.evseId ?? '') : null;
    const values = codeProof ? { codeProof, ...(query.limit ? { limit: query.limit } : {}) } : null;
    const proven = values ? { form: { values, errors: {}, problem: null } } : {};
    const { filled } = loaded;
    if (!isSoon) return show.inOrder(response, { route, params, client, filled, ...proven });
    const content = { client: await client, filled: await filled };
    // Another request may have cached the page in the meantime.
    const page = cacheable && (pageCache.get(cacheable) ?? pageCache.render(response, cacheable, content));
    if (page) send(response, found, page);
    else await show.page(response, { route, params, ...content, ...proven });
  });
  return router;
}

/** If the data arrives within this many milliseconds, the page is sent in one piece. Visitors do not notice the delay. */
const GRACE_MS = 40;

type FoundRoute = ReturnType<typeof findRoute>;
type Loading = Awaited<ReturnType<Page['load']>>;
const filledOf = async (loaded: Loading) => ('filled' in loaded ? loaded.filled : null);

/** Whether a promise settles within the limit. With `limitMs` null, waits without a limit. */
async function arrives(awaited: Promise<unknown>, limitMs: number | null): Promise<boolean> {
  const come = awaited.then(
    () => true,
    () => true,
  );
  return limitMs === null ? come : within(come, limitMs, () => false);
}
