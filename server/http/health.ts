import express, { type Router } from 'express';
import type { Counts } from '../backend.ts';
import { isBearer } from './bearer.ts';

/** A dependency and how to ask it; resolves with what a person may want to know. */
export interface Check {
  name: string;
  check(): Promise<Readonly<Record<string, string | number | null>>>;
}

export interface HealthParts {
  build: string;
  startedAt: Date;
  isReady(): boolean;
  checks: readonly Check[];
  /** Numbers behind the token: open sessions by state, outbox depth, what needs attention. */
  counts(): Promise<Counts | null>;
  /** Our own work that cannot go on at this moment. */
  outages(): readonly string[];
  statusToken: string | null;
  /** Set when a forwarding header arrives although no proxy is trusted. */
  wasForwardedUntrusted(): boolean;
}

const CHECK_LIMIT_MS = 3000;

/** What operators ask: /health of the process, /ready for visitors, /status for a person. */
export function health(parts: HealthParts): Router {
  const router = express.Router();
  const uptimeS = () => Math.round((Date.now() - parts.startedAt.getTime()) / 1000);

  router.get('/health', (_request, response) => {
    response.locals.route = 'health';
    response.set('Cache-Control', 'no-store').json({ status: 'up', build: parts.build, uptimeS: uptimeS() });
  });

  router.get('/ready', async (_request, response) => {
    response.locals.route = 'ready';
    const store = parts.checks.filter(({ name }) => name === 'store');
    const isUp = parts.isReady() && (await Promise.all(store.map(ask))).every(({ status }) => status === 'up');
    const isReady = isUp && parts.outages().length === 0;
    response
      .status(isReady ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: isReady ? 'ready' : 'not ready' });
  });

  router.get('/status', async (request, response) => {
    response.locals.route = 'status';
    const results = await Promise.all(parts.checks.map(ask));
    const isUp = parts.isReady() && results.every(({ status }) => status === 'up') && !parts.wasForwardedUntrusted();
    const summary = { status: isUp ? 'up' : 'down', build: parts.build, uptimeS: uptimeS() };
    const isKnown = isBearer(request.get('authorization'), parts.statusToken);
    const details = isKnown
      ? { dependencies: results, forwardedUntrusted: parts.wasForwardedUntrusted(), ...(await parts.counts().catch(() => ({}))) }
      : {};
    response
      .status(isUp ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ ...summary, ...details });
  });
  return router;
}

async function ask({ name, check }: Check) {
  const began = performance.now();
  const latencyMs = () => Math.round(performance.now() - began);
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('late')), CHECK_LIMIT_MS);
  try {
    return { name, status: 'up', ...(await Promise.race([check(), late.promise])), latencyMs: latencyMs() };
  } catch {
    return { name, status: 'down', latencyMs: latencyMs() };
  } finally {
    clearTimeout(timer);
  }
}
