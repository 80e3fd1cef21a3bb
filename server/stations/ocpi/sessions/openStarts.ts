import type { OcpiStore } from '../storage/store.ts';
import { maxOpenMs, type OpenStart } from './startRecords.ts';

export const openKey = (connectionId: string, reference: string) => `open:${connectionId}:${reference.toUpperCase()}`;

/** Starts that are not over, and how many there are. */
export function createOpenStartStore({ store, now }: { store: OcpiStore; now(): Date }) {
  const running = new Map<string, number>();
  /** Starts of a connection that are not over: their sessions are asked for. Those that nobody will ever end are left out. */
  const open = async (connectionId: string): Promise<readonly OpenStart[]> => {
    const all = (await store.list(openKey(connectionId, ''))).map(({ json }) => json as OpenStart);
    const isOpen = (start: OpenStart) => Date.parse(start.askedAt) >= now().getTime() - maxOpenMs(start);
    for (const start of all) if (!isOpen(start)) await store.delete(openKey(connectionId, start.authorizationReference));
    const known = all.filter(isOpen);
    running.set(connectionId, known.filter(({ settledAt }) => !settledAt).length);
    return known;
  };
  return {
    open,
    /** How many of a connection were under way when somebody looked last, which is every minute. */
    runningOf: (connectionId: string): number => running.get(connectionId) ?? 0,
    /** Of a connection: starts whose sessions are not over, and sessions that are over and have no CDR. */
    async count(connectionId: string): Promise<{ openStarts: number; awaitedCdrs: number }> {
      const all = (await open(connectionId)).filter(({ hasEnded, isGivenUp }) => hasEnded || !isGivenUp);
      const awaitedCdrs = all.filter(({ hasEnded }) => hasEnded).length;
      return { openStarts: all.length - awaitedCdrs, awaitedCdrs };
    },
  };
}
