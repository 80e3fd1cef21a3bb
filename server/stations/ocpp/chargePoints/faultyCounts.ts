import type { FaultyCounts, Registry } from './registry.ts';

/** What is counted is written at most this often, however much a station sends. */
const WRITE_EVERY_MS = 5000;

/** Counts messages whose form was wrong in memory, and writes the counts of all stations together. */
export function countFaulty({ noteFaulty }: Pick<Registry, 'noteFaulty'>, { writeEveryMs = WRITE_EVERY_MS } = {}) {
  let counts = new Map<string, Map<string, number>>();
  const write = (): void => {
    const written: FaultyCounts = counts;
    counts = new Map();
    // A database that is away loses a count, and nothing else.
    void noteFaulty(written).catch(() => undefined);
  };
  return (stationId: string, action: string): void => {
    if (counts.size === 0) setTimeout(write, writeEveryMs).unref();
    const actions = counts.get(stationId) ?? new Map<string, number>();
    counts.set(stationId, actions.set(action, (actions.get(action) ?? 0) + 1));
  };
}
