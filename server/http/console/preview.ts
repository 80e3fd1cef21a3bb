import type { Request, Response } from 'express';
import { PAGES } from '../../../client/app/pages.ts';
import { findRoute, NOT_FOUND } from '../../../client/core/routes.ts';
import { isLocale } from '../../../shared/model/locales.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Backend } from '../../core/ports/backend.ts';
import { clientOf, type Show, type ShownClock } from '../pages/show.ts';
import { readable, type Visitor } from '../request/visitor.ts';
import { metOf } from './authenticate.ts';

/** Renders a drivers' page inside the console. Resolves to false if the requested path is not a preview. */
export type Preview = (request: Request, response: Response) => Promise<boolean>;

interface PreviewDependencies {
  backend: Backend;
  show: Pick<Show, 'page'>;
  clock: ShownClock;
}

/** Matches "/preview/dark/en/blaufink/receipts": theme, language and path of the page. */
const ADDRESS = /^\/preview\/(light|dark)\/([a-z]{2})(\/.*)$/;

/**
 * Renders a drivers' page in the requested theme and language, with the code that renders it for drivers. A preview may be
 * framed, but only by the console's own origin, and it runs no script and sends no form. Pages of a session have no preview.
 */
export function createPreview({ backend, show, clock }: PreviewDependencies): Preview {
  return async (request, response) => {
    const [, theme, locale, path = ''] = ADDRESS.exec(request.path) ?? [];
    if (!theme || !isLocale(locale)) return false;
    try {
      const { route, params } = findRoute(readable(path));
      if (route === NOT_FOUND || route.isPrivate) return false;
      const pageRequest = { locale, params, query: {}, found: [], searched: null, now: clock.now() };
      const [client, loaded] = await Promise.all([clientOf(backend, params), PAGES[route.name].load(backend, pageRequest)]);
      if ('redirect' in loaded) return false;
      const filled = await loaded.filled;
      const { nonce, requestId, origin } = metOf(response);
      const about = { locale, path, query: {}, nonce, requestId, isBot: true, theme: theme as Visitor['theme'], origin };
      response.locals.visitor = about satisfies Visitor;
      setHeaders(response, nonce);
      // `isPrivate` prevents caching, because the response is for a signed-in person.
      await show.page(response, { route: { ...route, isPrivate: true }, params, client, filled, isStill: true });
      return true;
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
  };
}

function setHeaders(response: Response, nonce: string): void {
  response.set('X-Frame-Options', 'SAMEORIGIN');
  response.set(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-same-origin`,
  );
}
