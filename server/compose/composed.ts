import type { StripeOrigins } from '../adapters/stripe/stripe.ts';
import type { LocalReceiver } from '../adapters/webhookSender/webhookSender.ts';
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

/**
 * Folders with the output of the build and the texts, and replacements for tests. In a bundle the folders lie elsewhere than in
 * the sources.
 */
export interface RuntimeOptions {
  outDir: string;
  localesDir: string;
  /** Destination of the log. Absent: standard output. */
  logTo?: { write(line: string): void };
  /** Replaces the clock of the app in tests. */
  clock?: Clock;
  /** Additional station sources in tests. */
  stations?: readonly StationSource[];
  /** Replaces Stripe's origins in tests. */
  stripe?: StripeOrigins;
  /** An additional push service in tests. */
  push?: LocalPushService;
  /** A receiver of webhooks on the local machine in tests. */
  webhooks?: LocalReceiver;
  /** Replaces the origin of VIES, the VAT register of the European Commission, in tests. */
  vies?: string;
  /** Replaces the function that queries the free disk space, in tests. */
  readDisk?: ReadDisk;
  machineClocks?: MachineClocks;
}

export interface BackendDependencies {
  config: Config;
  log: Log;
  translator: Translator;
  runtimeOptions: RuntimeOptions;
  /** Identifier of the running code. Null if the code may change while the app runs, as in development. */
  code: string | null;
}

/** A backend (the embedded operator or an external service), and the parts of the app that differ between these two. */
export interface ComposedBackend
  extends Pick<
    AppDependencies,
    'console' | 'formOrigins' | 'cardHost' | 'routers' | 'webhooks' | 'isReceiptsOnly' | 'createLimiter' | 'pushKey'
  > {
  backend: Backend;
  clock: Clock;
  /** Handles WebSocket handshakes. Absent or null if no WebSockets are accepted. */
  upgrade?: Upgrade | null;
  checks: HealthDependencies['checks'];
  counts: HealthDependencies['counts'];
  outages: HealthDependencies['outages'];
  advice: HealthDependencies['advice'];
  /** Fields of the log event 'app configured'. */
  facts: Readonly<Record<string, string | number | boolean>>;
  /** Lines that are printed for a developer who starts the app on a local machine. */
  greeting: readonly string[];
  /** Imports the operator's files again without interrupting running sessions. */
  reload(): Promise<void>;
  /** Runs the background work. Resolves when `signal` has aborted and the work has ended. */
  run(signal: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}
