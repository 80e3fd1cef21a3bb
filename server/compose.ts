import { FAILURE, NOT_FOUND, PAGES } from '../client/pages.ts';
import type { StripePlace } from './adapters/stripe/stripe.ts';
import { type AppParts, createApp } from './app.ts';
import type { Backend } from './backend.ts';
import { composeOperator } from './composeOperator.ts';
import { composeUpstream } from './composeUpstream.ts';
import type { Config } from './config.ts';
import { createEvents } from './http/events.ts';
import type { HealthParts } from './http/health.ts';
import { createLog, type Log } from './http/log.ts';
import { readTexts } from './http/words.ts';
import type { Clock, Words } from './operator/ports.ts';
import { readAssets } from './render/assets.ts';
import type { House } from './serve.ts';

export interface ComposedHouse extends House {
  backend: Backend;
  clock: Clock;
}

/** Where the build is, and where the files beside it are, whether bundled or run from source in a test. */
export interface Surroundings {
  outDir: string;
  localesDir: string;
  /** Where the log goes instead of the standard output. */
  logTo?: { write(line: string): void };
  /** Instead of the house's own, in tests. */
  clock?: Clock;
  /** Instead of Stripe's own, in tests. */
  stripe?: StripePlace;
}

export interface BackendParts {
  config: Config;
  log: Log;
  words: Words;
  surroundings: Surroundings;
}

/** Whoever answers visitors' questions, and what comes along. */
export interface ComposedBackend
  extends Pick<AppParts, 'formOrigins' | 'cardHost' | 'routers' | 'ears' | 'isReceiptsOnly' | 'createLimiter'> {
  backend: Backend;
  clock: Clock;
  checks: HealthParts['checks'];
  counts: HealthParts['counts'];
  /** For the log. */
  facts: Readonly<Record<string, string | number | boolean>>;
  /** Its own work; resolves when `signal` has aborted and the work rests. */
  run(signal: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

/** The whole house from its settings. This file and its neighbours `compose*` are the only ones that know every part. */
export async function compose(config: Config, surroundings: Surroundings): Promise<ComposedHouse> {
  const { outDir, localesDir, logTo } = surroundings;
  const log = createLog({ level: config.logLevel, destination: logTo });
  const assets = readAssets(outDir);
  const texts = readTexts(localesDir);
  const words: Words = (locale, key, values = {}) => texts.t(key, { ...values, lng: locale });
  const parts = { config, log, words, surroundings };
  const composed = config.upstream ? composeUpstream(config.upstream, parts) : await composeOperator(parts);
  const { backend, clock, checks, counts, formOrigins, cardHost, routers, ears, isReceiptsOnly, createLimiter } = composed;

  await Promise.all([...PAGES, NOT_FOUND, FAILURE].map(page => page.preload()));
  const health = { startedAt: new Date(), isReady: true };
  const events = createEvents(backend);
  const app = createApp({
    ...{ events, clock, createLimiter },
    ...{ backend, texts, assets, outDir, log, secret: config.secret, publicOrigin: config.publicOrigin },
    ...{ trustProxy: config.trustProxy, isDemo: config.isDemo, isReceiptsOnly, formOrigins, cardHost, routers, ears },
    health: {
      ...{ build: assets.build, startedAt: health.startedAt, statusToken: config.statusToken },
      ...{ isReady: () => health.isReady, checks, counts },
    },
  });

  const over = new AbortController();
  const work = composed.run(over.signal);
  log.event('composed', composed.facts);
  return {
    ...{ app, backend, clock, log },
    drain: () => {
      health.isReady = false;
      events.close();
    },
    async close() {
      over.abort();
      await work;
      await composed.close();
    },
  };
}
