import { PAGES } from '../../../client/pages.ts';
import { findRoute } from '../../../client/routes.ts';
import { DEFAULT_LOCALE } from '../../../shared/locales.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import type { Backend } from '../../backend.ts';
import { Nowhere } from '../../render/sink.ts';
import { clientOf, type Show, type ShownClock } from '../pages/show.ts';
import type { Visitor } from '../visitor.ts';
import type { Check } from './checks.ts';

interface PageCheckDependencies {
  backend: Backend;
  show: Show;
  clock: ShownClock;
  publicOrigin: string | null;
}

/** Renders the home page into nothing: if that fails, no visitor should be sent here. */
export function createPageCheck({ backend, show, clock, publicOrigin }: PageCheckDependencies): Check {
  const visitor: Visitor = {
    locale: DEFAULT_LOCALE,
    path: '/',
    query: {},
    nonce: 'of-nobody',
    requestId: 'of-nobody',
    // Robots get a page whole, so its every part is rendered here.
    isBot: true,
    theme: 'auto',
    origin: publicOrigin ?? 'http://localhost',
  };
  return {
    name: 'pages',
    keptMs: MINUTE_MS,
    keptDownMs: MINUTE_MS / 12,
    limitMs: MINUTE_MS / 6,
    async check() {
      const { route, params } = findRoute(visitor.path);
      const ask = { locale: visitor.locale, params, query: {}, found: [], now: clock.now() };
      const [client, loaded] = await Promise.all([clientOf(backend, params), PAGES[route.name].load(backend, ask)]);
      if ('redirect' in loaded) throw new Error('The home page leads elsewhere');
      const faults: unknown[] = [];
      await show.draw(new Nowhere(), {
        visitor,
        shown: { route, params, client, filled: await loaded.filled },
        onError: error => void faults.push(error),
      });
      if (faults.length > 0) throw faults[0];
      return {};
    },
  };
}
