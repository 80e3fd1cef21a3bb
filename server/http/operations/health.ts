import express, { type Response, type Router } from 'express';
import type { Counts } from '../../core/ports/backend.ts';
import { VERSION } from '../../platform/version.ts';
import { isBearer } from './bearer.ts';
import { type Check, type Checker, isStore } from './checks.ts';
import { type Status, statusPage } from './statusPage.ts';

export interface HealthDependencies {
  build: string;
  startedAt: Date;
  isReady(): boolean;
  checks: readonly Check[];
  /** Check that renders a page. It rejects if rendering fails. */
  pages: Check;
  runCheck: Checker;
  /**
   * Returns figures that are shown only with the token: sessions by state, jobs in the outbox, open alerts. Null if they are not
   * available.
   */
  counts(): Promise<Counts | null>;
  /** Returns the names of background tasks that are paused because the database is failing. */
  outages(): readonly string[];
  statusToken: string | null;
  /** The recommended action for each kind of alert. */
  advice: Readonly<Record<string, string>>;
  /** Whether a forwarding header has arrived from an IP address that TRUST_PROXY does not include. */
  wasForwardedUntrusted(): boolean;
}

/**
 * Endpoints for monitoring. /health tells whether the process runs, /ready whether visitors can be served, and /status shows
 * details to holders of the token.
 */
export function health(dependencies: HealthDependencies): Router {
  const { runCheck } = dependencies;
  const router = express.Router();
  const uptimeS = () => Math.round((Date.now() - dependencies.startedAt.getTime()) / 1000);
  /**
   * Runs checks one after another. Without a database no page can be rendered, and the page check must not be reported as the
   * cause of the failure.
   */
  const checkInOrder = async (checks: readonly Check[]): Promise<boolean> => {
    for (const check of checks) if ((await runCheck(check)).status === 'down') return false;
    return true;
  };

  router.get('/health', (_request, response) => {
    response.locals.route = 'health';
    response.set('Cache-Control', 'no-store').json({ status: 'up', build: dependencies.build, uptimeS: uptimeS() });
  });

  router.get('/ready', async (_request, response) => {
    response.locals.route = 'ready';
    const store = dependencies.checks.filter(isStore);
    const isReady =
      dependencies.isReady() && dependencies.outages().length === 0 && (await checkInOrder([...store, dependencies.pages]));
    response
      .status(isReady ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: isReady ? 'ready' : 'not ready' });
  });

  const collectStatus = async (isKnown: boolean): Promise<Status> => {
    const results = await Promise.all([...dependencies.checks, dependencies.pages].map(dependencies.runCheck));
    // An untrusted forwarding header is shown but does not set the status to 'down'. Otherwise any stranger could do so by
    // sending the header.
    const isUp = dependencies.isReady() && results.every(({ status }) => status === 'up');
    const summary = { status: isUp ? 'up' : 'down', build: dependencies.build, uptimeS: uptimeS() } as const;
    if (!isKnown) return { summary, details: null };
    const isStoreUp = results.every(result => !isStore(result) || result.status === 'up');
    const counts = isStoreUp ? await dependencies.counts().catch(() => null) : null;
    return {
      summary,
      details: {
        version: VERSION,
        dependencies: results,
        forwardedUntrusted: dependencies.wasForwardedUntrusted(),
        counts: counts ?? {},
      },
    };
  };
  const answer = (response: Response, status: Status): Response =>
    response
      .status(status.summary.status === 'up' ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .vary('Accept');
  const answerPage = (response: Response, status: Status, isRefused: boolean): void => {
    const { nonce } = response.locals as { nonce: string };
    answer(response, status)
      .type('html')
      .send(statusPage({ status, nonce, isRefused, hasToken: dependencies.statusToken !== null, advice: dependencies.advice }));
  };

  router.get('/status', async (request, response) => {
    response.locals.route = 'status';
    const status = await collectStatus(isBearer(request.get('authorization'), dependencies.statusToken));
    if (request.accepts(['json', 'html']) === 'html') return answerPage(response, status, false);
    const { counts = {}, ...details } = status.details ?? {};
    answer(response, status).json({ ...status.summary, ...details, ...counts });
  });

  // Browsers do not send the bearer token, so the page has a form for it. It is posted, so that it is not part of a URL, and it
  // is not stored.
  router.post('/status', express.urlencoded({ extended: false, limit: '1kb', inflate: false }), async (request, response) => {
    response.locals.route = 'status';
    const { token } = (request.body ?? {}) as { token?: unknown };
    const isKnown = isBearer(`Bearer ${typeof token === 'string' ? token.trim() : ''}`, dependencies.statusToken);
    answerPage(response, await collectStatus(isKnown), !isKnown);
  });
  return router;
}
