import type { i18n as I18n } from 'i18next';
import type { Secret } from '../../../shared/util/secret.ts';
import type { OperatorConsole, SignInProvider } from '../../core/ports/consolePort.ts';
import type { CreateRateLimiter } from '../../platform/rateLimiter.ts';
import type { ShownClock } from '../pages/show.ts';
import type { Log } from '../request/log.ts';
import type { UnavailableReporter } from '../request/problems.ts';
import type { ConsoleHost } from './hostGuard.ts';
import type { Preview } from './preview.ts';

export interface ConsoleDependencies extends ConsoleHost {
  console: OperatorConsole;
  texts: I18n;
  secret: Secret;
  isDemo: boolean;
  /** Time zone in which the console shows times and days. */
  timeZone: string;
  /** The company's identity provider for staff. Null: staff sign in only with links. */
  provider: SignInProvider | null;
  /** True for a demo on a local address, where every visitor may sign in. */
  isOpen: boolean;
  /** Creates the rate limiter for sign-in attempts. */
  createLimiter: CreateRateLimiter;
  log: Log;
  clock: ShownClock;
  preview: Preview;
  reportUnavailable: UnavailableReporter;
}
