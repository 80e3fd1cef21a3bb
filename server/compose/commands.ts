import { CompiledQuery } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Clock } from '../core/ports/ports.ts';
import type { AppDependencies } from '../http/app.ts';
import { COMMANDS_PATH, commandEndpoint } from '../http/operations/commandEndpoint.ts';
import type { Log } from '../http/request/log.ts';
import { type CreateRateLimiter, createMemoryRateLimiter, createSharedRateLimiters } from '../platform/rateLimiter.ts';
import type { StationAdmin } from '../runtime/stationAdmin.ts';
import { runCommand } from '../staff/commands/allCommands.ts';
import type { Store } from '../store/engine/database.ts';

interface Surroundings {
  store: Store;
  clock: Pick<Clock, 'now'>;
  log: Pick<Log, 'event'>;
  stationAdmin: StationAdmin;
  createLimiter: CreateRateLimiter;
}

/** Creates the factory for rate limiters, and the endpoint for remote commands, which limits guesses of the API token. */
export function limitedParts(
  config: Config,
  place: Omit<Surroundings, 'createLimiter'>,
): { createLimiter: CreateRateLimiter; commands: AppDependencies['webhooks'] } {
  const createLimiter = limiterOf(config, place.store);
  return { createLimiter, commands: remoteCommands(config, { ...place, createLimiter }) };
}

/**
 * Creates the endpoint for commands from a command line on another machine. Callers need the API token. If no token is
 * configured, the list is empty.
 */
function remoteCommands(
  config: Config,
  { store, clock, log, stationAdmin, createLimiter }: Surroundings,
): AppDependencies['webhooks'] {
  const { operatorApiToken: token, books } = config;
  if (token === null) return [];
  const consoleOrigin = config.console?.origin ?? config.publicOrigin;
  const dependencies = { store, consoleOrigin, books, stationAdmin: () => stationAdmin, secret: () => config.secret };
  const run: Parameters<typeof commandEndpoint>[0]['run'] = request => runCommand({ ...dependencies, now: clock.now() }, request);
  const router = commandEndpoint({ token, run, log, createLimiter });
  return [{ path: COMMANDS_PATH, router }];
}

/**
 * Returns a rate limiter with counters in the database if several processes may run. With counters in memory, each process would
 * grant an attacker the full number of attempts.
 */
function limiterOf({ secret }: Config, { db: ownDb, visitors, engine }: Store): CreateRateLimiter {
  if (engine === 'sqlite') return createMemoryRateLimiter;
  const { db } = visitors ?? { db: ownDb };
  const query = (text: string, values: readonly unknown[]) => db.executeQuery(CompiledQuery.raw(text, [...values]));
  return createSharedRateLimiters({ query, secret });
}
