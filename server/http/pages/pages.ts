import express, { type Response, type Router } from 'express';
import type { Page } from '../../../client/page.ts';
import { PAGES } from '../../../client/pages.ts';
import { findRoute, NOT_FOUND } from '../../../client/routes.ts';
import { PATHS } from '../../../shared/paths.ts';
import { Problem } from '../../../shared/problem.ts';
import { within } from '../../../shared/within.ts';
import type { Backend } from '../../backend.ts';
import type { Spliced } from '../../render/spliced.ts';
import type { CodeProofs } from '../codes/codeProof.ts';
import type { FormTokens } from '../forms/formToken.ts';
import { readable, visitorOf } from '../visitor.ts';
import { foundReceipts, searchedFor } from './found.ts';
import { type KeptAsk, type KeptPages, keptAskOf, sendKept } from './keptPages.ts';
import { clientIdOf, clientOf, queryOf, type Show, type ShownClock } from './show.ts';

interface PagesDependencies {
  backend: Backend;
  show: Show;
  kept: KeptPages;
  clock: ShownClock;
  codeProofs: CodeProofs;
  formTokens: Pick<FormTokens, 'mint'>;
}

/** Every page of client/routes.ts at its address. What decides the status is awaited before the first byte. */
export function pages({ backend, show, kept, clock, codeProofs, formTokens }: PagesDependencies): Router {
  const router = express.Router();
  const send = (response: Response, route: KeptAsk['route'], page: Spliced) =>
    sendKept(response, { kept: page, route, formToken: formTokens.mint(new Date()) });

  router.get('/{*any}', async (request, response) => {
    const { path, locale, query } = visitorOf(response);
    const { route, params } = findRoute(readable(path));
    response.locals.route = route.name;
    if (route === NOT_FOUND) throw new Problem('no-page');
    const keptAsk = codeProofs.isBrought(request) ? null : keptAskOf(visitorOf(response), { route, params });
    const looked = keptAsk && (await kept.find(keptAsk));
    if (looked?.kept) return send(response, route, looked.kept);

    const now = clock.now();
    const ask = keptAsk
      ? { locale: keptAsk.locale, params: keptAsk.params, query: keptAsk.query, found: [], searched: null, now }
      : { locale, params, query, found: foundReceipts(request), searched: searchedFor(request), now };
    const client = clientOf(backend, params);
    const loading = PAGES[route.name].load(backend, ask);
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
    const page = isSoon && looked ? await kept.make(keptAsk, { client: await client, filled: await filled }, looked) : null;
    if (page) await send(response, route, page);
    else if (isSoon) await show.page(response, { route, params, client: await client, filled: await filled, ...proven });
    else await show.inOrder(response, { route, params, client, filled, ...proven });
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
