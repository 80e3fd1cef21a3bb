import type { StripeOrigins } from '../adapters/stripe/stripe.ts';
import type { LocalPushService } from '../adapters/webPush/webPush.ts';
import type { Config } from '../config/config.ts';
import type { Backend } from '../core/ports/backend.ts';
import type { Clock, Translator } from '../core/ports/ports.ts';
import type { AppDependencies } from '../http/app.ts';
import type { MachineClocks } from '../http/operations/clockWatch.ts';
import type { ReadDisk } from '../http/operations/diskCheck.ts';
import type { HealthDependencies } from '../http/operations/health.ts';
import type { Log } from '../http/request/log.ts';
import type { StationSource, Upgrade } from './stations.ts';

/** Where the build is, and where the files beside it are, whether bundled or run from source in a test. */
export interface RuntimeOptions {
  outDir: string;
  localesDir: string;
  /** Where the log goes instead of the standard output. */
  logTo?: { write(line: string): void };
  /** Instead of the app's own, in tests. */
  clock?: Clock;
  /** Beside those that the settings name, in tests. */
  stations?: readonly StationSource[];
  /** Instead of Stripe's own, in tests. */
  stripe?: StripeOrigins;
  /** Beside the world's push services, in tests. */
  push?: LocalPushService;
  /** Instead of the European Commission's origin, in tests. */
  vies?: string;
  /** Instead of the machine's own, in tests. */
  readDisk?: ReadDisk;
  machineClocks?: MachineClocks;
}

export interface BackendDependencies {
  config: Config;
  log: Log;
  translator: Translator;
  runtimeOptions: RuntimeOptions;
  /** Names the code that runs; null: nothing does. */
  code: string | null;
}

/** Whoever answers visitors' questions, and what comes along. */
export interface ComposedBackend
  extends Pick<
    AppDependencies,
    'console' | 'formOrigins' | 'cardHost' | 'routers' | 'webhooks' | 'isReceiptsOnly' | 'createLimiter' | 'pushKey'
  > {
  backend: Backend;
  clock: Clock;
  /** Takes WebSockets; missing: there are none. */
  upgrade?: Upgrade | null;
  checks: HealthDependencies['checks'];
  counts: HealthDependencies['counts'];
  outages: HealthDependencies['outages'];
  advice: HealthDependencies['advice'];
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
