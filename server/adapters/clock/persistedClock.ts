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
 * Starts a clock and stores its anchor. After a restart an accelerated clock continues from its last time. Otherwise a restart
 * would set the demo shop back in time.
 */
export async function startPersistedClock(keyValueStore: KeyValueStore, speed: number): Promise<Clock> {
  const realMs = Date.now();
  const stored = await read(keyValueStore);
  const shownMs = stored ? Math.max(realMs, stored.shownMs + (realMs - stored.realMs) * stored.speed) : realMs;
  await keyValueStore.put('anchor', { realMs, shownMs, speed });
  return createClock({ speed, anchor: { realMs, shownMs } });
}

/**
 * Reads the time of a running app from the anchor in the key-value store.
 * @returns real time if no anchor is stored
 */
export async function persistedNow(keyValueStore: KeyValueStore): Promise<Date> {
  const stored = await read(keyValueStore);
  return stored ? createClock({ speed: stored.speed, anchor: stored }).now() : new Date();
}
