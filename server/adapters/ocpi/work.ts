import type { Clock } from '../../operator/ports.ts';
import type { MeterGaps } from './kept/meterGaps.ts';
import type { Peers } from './peers.ts';
import type { Pulls } from './pulls.ts';
import type { RegistrationDependencies } from './registration/registration.ts';
import { renewWhenDue } from './renewals.ts';

interface WorkDependencies {
  peers: Peers;
  pulls: Pulls;
  meterGaps: MeterGaps;
  registration: RegistrationDependencies & { clock: Clock };
  note(event: string, facts: Readonly<Record<string, string | number | boolean | null>>): void;
  /** What was learned of connections meanwhile. */
  writeDown(): Promise<void>;
}

/** Open starts are asked about this often. */
const POLL_MS = 60_000;
/** CDRs of days ago are asked for this often. */
const LATE_MS = 60 * 60_000;
/** A peer that was asked nothing for so long is asked whether it is there. */
const PROBE_MS = 5 * 60_000;

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** The adapter's own work: who there is, open starts, new tokens; catalogues have theirs. Nothing throws. Resolves when `signal` has aborted. */
export async function workOn(dependencies: WorkDependencies, signal: AbortSignal): Promise<void> {
  const { peers, pulls, meterGaps, registration, note, writeDown } = dependencies;
  const { clock } = registration;
  const now = () => clock.now();
  let pollAt = now();
  let lateAt = now();
  const look = async () => {
    const active = await peers.refresh();
    await meterGaps.recall(active.map(({ id }) => id));
    for (const connection of active)
      await renewWhenDue(connection, { ...registration, note }).catch(() =>
        note('ocpi renewal failed', { connection: connection.id }),
      );
    if (now() < pollAt) return;
    pollAt = later(now(), POLL_MS);
    for (const { id } of active) await pulls.sessions(id, signal).catch(() => note('ocpi poll failed', { connection: id }));
    if (now() >= lateAt) {
      lateAt = later(now(), LATE_MS);
      for (const { id } of active) await pulls.lateCdrs(id, signal).catch(() => note('ocpi poll failed', { connection: id }));
    }
    await peers.probe(PROBE_MS);
  };
  while (!signal.aborted) {
    // The database may be away: it is looked again.
    await look().catch(() => note('ocpi work interrupted', {}));
    // Nothing that anybody is owed depends on it.
    await writeDown().catch(() => note('ocpi state not written', {}));
    await clock.sleepUntil(later(now(), 5000), signal);
  }
  await writeDown().catch(() => note('ocpi state not written', {}));
}
