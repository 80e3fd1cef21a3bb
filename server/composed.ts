import type { StripePlace } from './adapters/stripe/stripe.ts';
import type { AppParts } from './app.ts';
import type { Backend } from './backend.ts';
import type { Config } from './config.ts';
import type { HealthParts } from './http/health.ts';
import type { Log } from './http/log.ts';
import type { Clock, Words } from './operator/ports.ts';

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
  outages: HealthParts['outages'];
  /** For the log. */
  facts: Readonly<Record<string, string | number | boolean>>;
  /** What somebody who starts it on their own machine wants to know. */
  greeting: readonly string[];
  /** Reads again what was brought in files, beside running sessions. */
  reload(): Promise<void>;
  /** Its own work; resolves when `signal` has aborted and the work rests. */
  run(signal: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}
