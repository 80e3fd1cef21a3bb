import type { Clock, KeyValueStore } from '../../core/ports/ports.ts';
import { createClock } from './clock.ts';

interface StoredAnchor {
  realMs: number;
  shownMs: number;
  speed: number;
}

const read = async (keyValueStore: KeyValueStore): Promise<StoredAnchor | null> =>
  (await keyValueStore.get('anchor')) as StoredAnchor | null;

/**
 * Starts a clock and stores its anchor. After a restart, an accelerated clock continues from the time it would have reached.
 * Otherwise the time in a demo would jump back.
 */
export async function startPersistedClock(keyValueStore: KeyValueStore, speed: number): Promise<Clock> {
  const realMs = Date.now();
  const stored = await read(keyValueStore);
  const shownMs = stored ? Math.max(realMs, stored.shownMs + (realMs - stored.realMs) * stored.speed) : realMs;
  await keyValueStore.put('anchor', { realMs, shownMs, speed });
  return createClock({ speed, anchor: { realMs, shownMs } });
}

/**
 * Returns the current time of a running app, calculated from its stored clock anchor.
 * @returns the real time if no anchor is stored
 */
export async function persistedNow(keyValueStore: KeyValueStore): Promise<Date> {
  const stored = await read(keyValueStore);
  return stored ? createClock({ speed: stored.speed, anchor: stored }).now() : new Date();
}
