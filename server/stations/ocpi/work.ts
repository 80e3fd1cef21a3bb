import { HOUR_MS, MINUTE_MS } from '../../../shared/model/time.ts';
import { within } from '../../../shared/util/within.ts';
import type { Clock } from '../../core/ports/ports.ts';
import { repeat } from '../../platform/repeat.ts';
import type { createClaimWatch } from './claims.ts';
import type { Peers } from './connections/peers.ts';
import type { RegistrationDependencies } from './connections/registration.ts';
import { renewWhenDue } from './connections/renewals.ts';
import type { MeterGaps } from './sessions/meterGaps.ts';
import type { Polls } from './sessions/polls.ts';
import type { Pulls } from './sessions/pulls.ts';
import type { LastPulls } from './storage/lastPulls.ts';

interface WorkDependencies {
  peers: Peers;
  pulls: Pulls;
  polls: Pick<Polls, 'check' | 'nextCheckAt' | 'awaited' | 'idle'>;
  meterGaps: MeterGaps;
  registration: RegistrationDependencies & { clock: Clock };
  note(event: string, facts: Readonly<Record<string, string | number | boolean | null>>): void;
  claims: ReturnType<typeof createClaimWatch>;
  lastPulls: LastPulls;
  /** Updates the numbers of running sessions and offered points of a connection. */
  noteSize(id: string): Promise<void>;
  /** Stores the health, exchanges, meter intervals and anomalies that were collected in memory. */
  writeDown(): Promise<void>;
  /** Removes a batch of expired rows. */
  removeOld(): Promise<unknown>;
}

const CHECK_INTERVAL_MS = 5000;
/**
 * Poll interval of open starts. While a CPO platform fails, the interval is half of the time since its first failure, up to
 * `MAX_POLL_MS`.
 */
const POLL_MS = MINUTE_MS;
const MAX_POLL_MS = 10 * MINUTE_MS;
/** Poll interval of CDRs that arrive days late. */
const OLD_CDR_POLL_MS = HOUR_MS;
/** A CPO platform that received no request for this time gets a test request. */
const PROBE_MS = 5 * MINUTE_MS;

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/**
 * Runs all periodic work except that of the catalogue: reloads connections, polls open starts, renews tokens. Errors are logged,
 * not thrown. Resolves after `signal` has aborted.
 */
export async function workOn(dependencies: WorkDependencies, signal: AbortSignal): Promise<void> {
  const { peers, meterGaps, registration, note, writeDown } = dependencies;
  const { clock } = registration;
  const questions = createQuestions(dependencies, signal);
  let removeAt = clock.now();
  const runChecks = async () => {
    const active = await peers.refresh();
    await dependencies.claims.check(active);
    await meterGaps.recall(active.map(({ id }) => id));
    for (const connection of active)
      await renewWhenDue(connection, { ...registration, note }).catch(() =>
        note('ocpi token renewal failed', { connection: connection.id }),
      );
    await questions.request(active.map(({ id }) => id));
    await peers.probe(PROBE_MS);
    if (clock.now() < removeAt) return;
    removeAt = later(clock.now(), MINUTE_MS);
    await dependencies.removeOld();
  };
  // A failed write is only logged, because no payment depends on this data.
  const storeState = () => writeDown().catch(() => note('ocpi state not stored', {}));
  const failed = () => note('ocpi background work failed, retrying', {});
  const looking = pollCommands(dependencies, signal);
  await repeat({ clock, everyMs: CHECK_INTERVAL_MS, signal, failed }, () => runChecks().finally(storeState));
  await Promise.all([looking, questions.end()]);
  await storeState();
}

/** Runs the polls after commands separately, so that other work does not delay drivers who wait for a station. */
async function pollCommands({ polls, registration: { clock }, note }: WorkDependencies, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let isAway = false;
    await polls.check().catch(() => {
      isAway = true;
      note('ocpi background work failed, retrying', {});
    });
    const nap = new AbortController();
    // If the database is unavailable, the same polls stay due. Without this pause, they would be retried in a tight loop.
    const next = isAway ? later(clock.now(), CHECK_INTERVAL_MS) : (polls.nextCheckAt() ?? later(clock.now(), HOUR_MS));
    await Promise.race([clock.sleepUntil(next, AbortSignal.any([signal, nap.signal])), polls.awaited()]);
    nap.abort();
  }
  await polls.idle();
}

/** Polls the CPO platforms in parallel, so that one that does not respond delays no other. */
function createQuestions(dependencies: WorkDependencies, signal: AbortSignal) {
  const { pulls, peers, lastPulls, noteSize, note } = dependencies;
  const { clock } = dependencies.registration;
  const pulledAt = new Map<string, Date>();
  const under = new Map<string, Promise<void>>();
  const pullPeer = async (id: string): Promise<void> => {
    const now = clock.now();
    const before = pulledAt.get(id);
    const everyMs = pollMs(peers.failingMs(id));
    if (before && now < later(before, everyMs)) return;
    const claimed = await lastPulls.claim({ id, now, everyMs, oldCdrsEveryMs: OLD_CDR_POLL_MS, isFirst: before === undefined });
    pulledAt.set(id, claimed.at);
    await noteSize(id);
    if (claimed.isOurs) await pulls.sessions(id, signal);
    if (claimed.includesOldCdrs) await pulls.delayedCdrs(id, signal);
  };
  return {
    /** Starts the polls that are due. Resolves when all have ended, or after 200 ms. Longer polls go on in the background. */
    async request(ids: readonly string[]): Promise<void> {
      for (const id of ids)
        if (!under.has(id))
          under.set(
            id,
            pullPeer(id)
              .catch(() => note('ocpi session poll failed, retrying', { connection: id }))
              .finally(() => under.delete(id)),
          );
      await within(
        Promise.all(under.values()).then(() => undefined),
        MOMENT_MS,
        () => undefined,
      );
    },
    end: async (): Promise<void> => void (await Promise.all(under.values())),
  };
}

/** Measured in real time instead of with `clock`, because platforms respond in real time. */
const MOMENT_MS = 200;

const pollMs = (failingMs: number): number => Math.min(Math.max(POLL_MS, failingMs / 2), MAX_POLL_MS);
