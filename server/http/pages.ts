import express, { type Router } from 'express';
import { findPage, NOT_FOUND } from '../../client/pages.ts';
import { PATHS } from '../../shared/paths.ts';
import { Problem } from '../../shared/problem.ts';
import type { Backend } from '../backend.ts';
import { foundReceipts, searchedFor } from './found.ts';
import { clientOf, type HouseClock, queryOf, type Show } from './show.ts';
import { readable, visitorOf } from './visitor.ts';

/** Every page of client/pages.ts at its address. What decides the status is awaited before the first byte. */
export function pages({ backend, show, clock }: { backend: Backend; show: Show; clock: HouseClock }): Router {
  const router = express.Router();
  router.get('/{*any}', async (request, response) => {
    const { path, locale, query } = visitorOf(response);
    const { page, params } = findPage(readable(path));
    response.locals.route = page.name;
    if (page === NOT_FOUND) throw new Problem('no-page');
    const ask = { locale, params, query, found: foundReceipts(request), searched: searchedFor(request), now: clock.now() };
    const [client, loaded] = await Promise.all([clientOf(backend, params), page.load(backend, ask)]);
    if ('redirect' in loaded) {
      // Another spelling of a point is the same page for good; all else depends on how things stand.
      const isSpelling = page.path === PATHS.payment;
      const target = isSpelling ? loaded.redirect + queryOf(visitorOf(response)) : loaded.redirect;
      response.set('Cache-Control', 'no-store').redirect(isSpelling ? 308 : 303, target);
    } else await show.page(response, { page, params, client, data: loaded.data });
  });
  return router;
}
