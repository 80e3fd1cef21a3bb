import type { i18n as I18n } from 'i18next';
import type { OperatorConsole } from '../../backend.ts';
import type { Log } from '../operations/log.ts';
import type { ConsolePlace } from './meet.ts';

export interface ConsoleDependencies extends ConsolePlace {
  console: OperatorConsole;
  texts: I18n;
  secret: string;
  isDemo: boolean;
  /** A demo on local addresses lets everybody in. */
  isOpen: boolean;
  log: Log;
}
