import type { Clock } from '../../../core/ports/ports.ts';
import { repeat } from '../../../platform/repeat.ts';
import type { Peers } from '../connections/peers.ts';
import type { CataloguePulls } from './cataloguePulls.ts';

interface WorkDependencies {
  clock: Clock;
  peers: Peers;
  pulls: CataloguePulls;
  note(event: string, facts: Readonly<Record<string, string>>): void;
}

const CHECK_INTERVAL_MS = 15_000;

/**
 * Updates the catalogues of all connections until `signal` aborts. Connections are updated in parallel, so that a long list
 * delays no other connection. Errors are logged, not thrown.
 */
export async function workOnCatalogue({ clock, peers, pulls, note }: WorkDependencies, signal: AbortSignal): Promise<void> {
  const under = new Map<string, Promise<void>>();
  const away = new Set<string>();
  const noteFault = (connection: string) => (error: unknown) =>
    note('ocpi list pull failed, retrying', { connection, reason: error instanceof Error ? error.name : 'error' });

  const work = async (id: string) => {
    if (!peers.isReachable(id)) away.add(id);
    else if (away.delete(id)) await pulls.hurry(id);
    await pulls.due(id, signal);
  };
  const startDueWork = async () => {
    for (const { id } of await peers.refresh())
      if (!under.has(id))
        under.set(
          id,
          work(id)
            .catch(noteFault(id))
            .finally(() => under.delete(id)),
        );
  };
  await repeat({ clock, everyMs: CHECK_INTERVAL_MS, signal, failed: noteFault('all') }, startDueWork);
  await Promise.all(under.values());
}
