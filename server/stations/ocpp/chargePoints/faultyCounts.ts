import type { FaultyCounts, Registry } from './registry.ts';

/** Counts are written at most every 5 s, however many messages a station sends. */
const WRITE_EVERY_MS = 5000;

/** Counts malformed messages in memory, and writes the counts of all stations together. */
export function countFaulty({ noteFaulty }: Pick<Registry, 'noteFaulty'>, { writeEveryMs = WRITE_EVERY_MS } = {}) {
  let counts = new Map<string, Map<string, number>>();
  const write = (): void => {
    const written: FaultyCounts = counts;
    counts = new Map();
    // If the database is unavailable, only these counts are lost.
    void noteFaulty(written).catch(() => undefined);
  };
  return (stationId: string, action: string): void => {
    if (counts.size === 0) setTimeout(write, writeEveryMs).unref();
    const actions = counts.get(stationId) ?? new Map<string, number>();
    counts.set(stationId, actions.set(action, (actions.get(action) ?? 0) + 1));
  };
}
