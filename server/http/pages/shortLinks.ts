import express, { type Router } from 'express';
import { PAGES } from '../../../client/app/pages.ts';
import { findRoute } from '../../../client/core/routes.ts';
import { pathTo } from '../../../shared/charging/paths.ts';
import { withLocale } from '../../../shared/model/locales.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Backend } from '../../core/ports/backend.ts';
import { MAX_PASTED_LENGTH } from '../request/input.ts';
import { visitorOf } from '../request/visitor.ts';
import { clientOf, type Show, type ShownClock } from './show.ts';

/** Redirects to a charging point: from an ID that was typed on the home page, or from the short link on a QR code label. */
export function shortLinks({ backend, show, clock }: { backend: Backend; show: Show; clock: ShownClock }): Router {
  const router = express.Router();

  router.get(['/e', '/:locale/e'], async (_request, response, next) => {
    const visitor = visitorOf(response);
    if (visitor.path !== '/e') return next();
    response.locals.route = 'typedEvse';
    const text = (visitor.query.evse ?? '').trim().slice(0, MAX_PASTED_LENGTH);
    const point = text === '' ? null : await backend.findChargingPoint({ text });
    if (point) {
      response.set('Cache-Control', 'no-store').redirect(303, pathTo('payment', { locale: visitor.locale, ...point }));
      return;
    }
    const { route, params } = findRoute('/');
    const [client, similar = [], loaded] = await Promise.all([
      clientOf(backend, params),
      backend.findSimilarPoints?.({ text, clientId: null }),
      PAGES[route.name].load(backend, { locale: visitor.locale, params, query: {}, found: [], now: clock.now() }),
    ]);
    const key = text === '' ? 'home.evse.required' : 'location.notFound';
    const form = { values: { evse: text, similar: similar.join(' ') }, errors: { evse: { key } }, problem: null };
    if ('redirect' in loaded) response.redirect(303, loaded.redirect);
    else await show.page(response, { route, params, client, filled: await loaded.filled, form, status: text === '' ? 422 : 404 });
  });

  router.get(/^\/q\/(.+)$/i, async (_request, response) => {
    response.locals.route = 'shortLink';
    const visitor = visitorOf(response);
    const text = decodeURIComponent(visitor.path.slice('/q/'.length)).slice(0, MAX_PASTED_LENGTH);
    const point = await backend.findChargingPoint({ text });
    if (!point) throw new Problem('no-charging-point');
    response
      .set('Cache-Control', 'no-store')
      .redirect(302, withLocale(visitor.locale, pathTo('payment', { locale: 'de', ...point })));
  });
  return router;
}
