import { createOpenId } from './adapters/openId/openId.ts';
import type { OperatorConsole } from './backend.ts';
import type { ComposedBackend } from './composed.ts';
import type { ConsoleConfig } from './config.ts';
import type { Log } from './http/operations/log.ts';

interface ConsoleParts extends Pick<Log, 'warn'> {
  console: OperatorConsole;
}

/** The console, and who knows the people that work there. */
export function consoleOf({ provider, ...place }: ConsoleConfig, { console, warn }: ConsoleParts): ComposedBackend['console'] {
  return { ...place, console, provider: provider && createOpenId(provider, { warn }) };
}
