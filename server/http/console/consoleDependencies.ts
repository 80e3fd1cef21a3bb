import type { i18n as I18n } from 'i18next';
import type { Secret } from '../../../shared/util/secret.ts';
import type { OperatorConsole, SignInProvider } from '../../core/ports/backend.ts';
import type { CreateRateLimiter } from '../../platform/rateLimiter.ts';
import type { Log } from '../request/log.ts';
import type { UnavailableReporter } from '../request/problems.ts';
import type { ConsoleHost } from './hostGuard.ts';
import type { Preview } from './preview.ts';

export interface ConsoleDependencies extends ConsoleHost {
  console: OperatorConsole;
  texts: I18n;
  secret: Secret;
  isDemo: boolean;
  /** The identity provider of the company; null: staff sign in with links only. */
  provider: SignInProvider | null;
  /** True for a demo on local addresses, which lets every visitor sign in. */
  isOpen: boolean;
  /** Creates the limiter of sign-in attempts. */
  createLimiter: CreateRateLimiter;
  log: Log;
  preview: Preview;
  reportUnavailable: UnavailableReporter;
}
