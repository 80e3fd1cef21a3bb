import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { PAGES } from '../../../client/app/pages.ts';
import { findRoute } from '../../../client/core/routes.ts';
import { fillPath, PATHS } from '../../../shared/charging/paths.ts';
import { DEFAULT_LOCALE } from '../../../shared/model/locales.ts';
import type { Backend } from '../../core/ports/backend.ts';
import { Nowhere } from '../../render/sink.ts';
import type { Visitor } from '../request/visitor.ts';
import { clientOf, type Show, type ShownClock } from './show.ts';

interface AnonymousRenderDependencies {
  backend: Backend;
  show: Show;
  clock: ShownClock;
  publicOrigin: string | null;
}

/**
 * Renders a page as for an anonymous visitor and discards the result.
 * @throws if a visitor would not get the page
 */
export type AnonymousRender = (path: string) => Promise<void>;

export function createAnonymousRender({ backend, show, clock, publicOrigin }: AnonymousRenderDependencies): AnonymousRender {
  const anonymous: Omit<Visitor, 'path'> = {
    locale: DEFAULT_LOCALE,
    query: {},
    nonce: 'of-nobody',
    requestId: 'of-nobody',
    // Robots get pages in one piece, so every part of the page is rendered.
    isBot: true,
    theme: 'auto',
    origin: publicOrigin ?? 'http://localhost',
  };
  return async path => {
    const { route, params } = findRoute(path);
    const pageRequest = { locale: anonymous.locale, params, query: {}, found: [], now: clock.now() };
    const [client, loaded] = await Promise.all([clientOf(backend, params), PAGES[route.name].load(backend, pageRequest)]);
    if ('redirect' in loaded) throw new Error(`${route.name} redirects`);
    const faults: unknown[] = [];
    await show.draw(new Nowhere(), {
      visitor: { ...anonymous, path },
      shown: { route, params, client, filled: await loaded.filled },
      onError: error => void faults.push(error),
    });
    if (faults.length > 0) throw faults[0];
  };
}

const FIRST_PAGES = [PATHS.payment, PATHS.receipts, PATHS.terms] as const;

/**
 * Renders the pages that visitors most often open first, apart from the home page. The first visitor then does not have to wait
 * for cold code.
 */
export async function drawFirstPages({ backend, draw }: { backend: Backend; draw: AnonymousRender }): Promise<void> {
  try {
    const point = await backend.somePoint?.();
    if (!point) return;
    const { clientId, evseId } = point;
    for (const page of FIRST_PAGES) {
      // Requests of visitors have priority.
      await yieldToEventLoop();
      await draw(fillPath(page, { clientId, evseId }));
    }
  } catch {
    // Ignored: the same failure occurs for visitors, and is logged then.
  }
}
