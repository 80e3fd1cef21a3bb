import type { AppDependencies } from '../app.ts';
import type { Config } from '../config.ts';
import { COMMANDS_PATH, commandEndpoint } from '../http/operations/commandEndpoint.ts';
import type { Log } from '../http/operations/log.ts';
import { runCommand } from '../operator/backoffice/allCommands.ts';
import type { Clock } from '../operator/ports.ts';
import type { StationDesk } from '../operator/stationDesk.ts';
import type { Store } from '../operator/store/store.ts';

interface Surroundings {
  store: Store;
  clock: Pick<Clock, 'now'>;
  log: Pick<Log, 'event'>;
  desk: StationDesk;
}

/** The command line of this process for whoever has its token. Off unless one is set. */
export function commandsFromAfar(config: Config, { store, clock, log, desk }: Surroundings): AppDependencies['webhooks'] {
  const { operatorApiToken: token, books } = config;
  if (token === null) return [];
  const consoleOrigin = config.console?.origin ?? config.publicOrigin;
  const dependencies = { store, consoleOrigin, books, desk: () => desk, secret: () => config.secret };
  const router = commandEndpoint({ token, run: ask => runCommand({ ...dependencies, now: clock.now() }, ask), log });
  return [{ path: COMMANDS_PATH, router }];
}
