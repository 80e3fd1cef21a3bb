import { setImmediate as othersTurn } from 'node:timers/promises';
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

/** Renders a page into nothing. @throws where a visitor would not get it */
export type AnonymousRender = (path: string) => Promise<void>;

export function createAnonymousRender({ backend, show, clock, publicOrigin }: AnonymousRenderDependencies): AnonymousRender {
  const anonymous: Omit<Visitor, 'path'> = {
    locale: DEFAULT_LOCALE,
    query: {},
    nonce: 'of-nobody',
    requestId: 'of-nobody',
    // Robots get a page whole, so its every part is rendered here.
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

/** Draws what visitors come to first, beside the home page, so that the first of them does not wait for code that has never run. */
export async function drawFirstPages({ backend, draw }: { backend: Backend; draw: AnonymousRender }): Promise<void> {
  try {
    const point = await backend.somePoint?.();
    if (!point) return;
    const { clientId, evseId } = point;
    for (const page of FIRST_PAGES) {
      // Whoever is there already comes first.
      await othersTurn();
      await draw(fillPath(page, { clientId, evseId }));
    }
  } catch {
    // What fails here fails for visitors as well, and is logged for them.
  }
}
