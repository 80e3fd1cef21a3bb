import { type Connection, changeConnection } from './connections.ts';
import { RegistrationFailed } from './discovery.ts';
import { type RegistrationDependencies, renew } from './registration.ts';

interface RenewalsDependencies extends RegistrationDependencies {
  note(event: string, facts: Readonly<Record<string, string | number | boolean | null>>): void;
}

const DAY_MS = 86_400_000;
/** OCPI 2.2.1 §7.2 recommends a monthly change of tokens. */
const EVERY_MS = 30 * DAY_MS;
const AGAIN_AFTER_MS = DAY_MS;

/**
 * Renews the tokens of a connection every 30 days. If that fails, the connection keeps its tokens, and the next attempt follows
 * a day later.
 */
export async function renewWhenDue(connection: Connection, dependencies: RenewalsDependencies): Promise<void> {
  const { id } = connection;
  const { clock, note } = dependencies;
  if (!isDue(connection, clock.now().getTime()) || !(await claim(id, dependencies))) return;
  try {
    await renew({ id }, dependencies);
    note('ocpi tokens renewed', { connection: id });
  } catch (error) {
    if (!(error instanceof RegistrationFailed)) throw error;
    note('ocpi token renewal not confirmed', { connection: id, fault: error.fault });
  }
}

function isDue({ state, renewedAt, renewalTriedAt = 0 }: Connection, nowMs: number): boolean {
  if (state !== 'active') return false;
  // A connection without a time of renewal was made by an earlier version of the app. `claim` sets the time to now.
  if (renewedAt === undefined) return true;
  return nowMs - renewedAt >= EVERY_MS && nowMs - renewalTriedAt >= AGAIN_AFTER_MS;
}

/**
 * Claims the renewal, so that only one process does it.
 * @returns false if the renewal is not due or another process has claimed it
 */
async function claim(id: string, { connections, clock }: RenewalsDependencies): Promise<boolean> {
  const nowMs = clock.now().getTime();
  let isOurs = false;
  await changeConnection(connections, id, current => {
    isOurs = current.renewedAt !== undefined && isDue(current, nowMs);
    if (current.renewedAt === undefined) return { renewedAt: nowMs };
    return isOurs ? { renewalTriedAt: nowMs } : {};
  });
  return isOurs;
}
