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

/** Folders of the build and of the files beside it. They differ between a bundle and a test that runs from the sources. */
export interface RuntimeOptions {
  outDir: string;
  localesDir: string;
  /** Destination of the log. Default: standard output. */
  logTo?: { write(line: string): void };
  /** Replaces the clock of the app in tests. */
  clock?: Clock;
  /** Additional sources of stations in tests. */
  stations?: readonly StationSource[];
  /** Replaces Stripe's origins in tests. */
  stripe?: StripeOrigins;
  /** An additional push service in tests. */
  push?: LocalPushService;
  /** Replaces the European Commission's origin in tests. */
  vies?: string;
  /** Replaces reading the disk of the machine in tests. */
  readDisk?: ReadDisk;
  machineClocks?: MachineClocks;
}

export interface BackendDependencies {
  config: Config;
  log: Log;
  translator: Translator;
  runtimeOptions: RuntimeOptions;
  /** Identifies the running code. Null if the code may change, as in development. */
  code: string | null;
}

/** A backend, and the parts of the app that depend on the choice of the backend. */
export interface ComposedBackend
  extends Pick<
    AppDependencies,
    'console' | 'formOrigins' | 'cardHost' | 'routers' | 'webhooks' | 'isReceiptsOnly' | 'createLimiter' | 'pushKey'
  > {
  backend: Backend;
  clock: Clock;
  /** Handles WebSocket handshakes. Absent or null if there are no WebSockets. */
  upgrade?: Upgrade | null;
  checks: HealthDependencies['checks'];
  counts: HealthDependencies['counts'];
  outages: HealthDependencies['outages'];
  advice: HealthDependencies['advice'];
  /** Fields of the log event 'app configured'. */
  facts: Readonly<Record<string, string | number | boolean>>;
  /** Lines for a person who starts the app on a local machine. */
  greeting: readonly string[];
  /** Imports the operator's files again while sessions are running. */
  reload(): Promise<void>;
  /** Runs the background work. Resolves when `signal` has aborted and the work has ended. */
  run(signal: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}
