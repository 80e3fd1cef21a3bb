import type { OcpiStore } from '../storage/store.ts';
import { maxOpenMs, type OpenStart } from './startRecords.ts';

export const openKey = (connectionId: string, reference: string) => `open:${connectionId}:${reference.toUpperCase()}`;

/** Lists and counts open starts: those whose session or CDR may still change. */
export function createOpenStartStore({ store, now }: { store: OcpiStore; now(): Date }) {
  const running = new Map<string, number>();
  /** Returns a connection's open starts. The app polls their sessions and CDRs. Starts that are too old are removed. */
  const open = async (connectionId: string): Promise<readonly OpenStart[]> => {
    const all = (await store.list(openKey(connectionId, ''))).map(({ json }) => json as OpenStart);
    const isOpen = (start: OpenStart) => Date.parse(start.requestedAt) >= now().getTime() - maxOpenMs(start);
    for (const start of all) if (!isOpen(start)) await store.delete(openKey(connectionId, start.authorizationReference));
    const known = all.filter(isOpen);
    running.set(connectionId, known.filter(({ settledAt }) => !settledAt).length);
    return known;
  };
  return {
    open,
    /** Returns the number of running sessions as of the last call of `open`, which happens every minute. */
    runningOf: (connectionId: string): number => running.get(connectionId) ?? 0,
    /** Counts a connection's open starts, and separately the ended sessions whose CDR is missing. */
    async count(connectionId: string): Promise<{ openStarts: number; awaitedCdrs: number }> {
      const all = (await open(connectionId)).filter(({ hasEnded, isGivenUp }) => hasEnded || !isGivenUp);
      const awaitedCdrs = all.filter(({ hasEnded }) => hasEnded).length;
      return { openStarts: all.length - awaitedCdrs, awaitedCdrs };
    },
  };
}
