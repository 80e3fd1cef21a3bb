import type { Clock, KeyValueStore } from '../../core/ports/ports.ts';
import { createClock } from './clock.ts';

interface StoredAnchor {
  realMs: number;
  shownMs: number;
  speed: number;
}

const read = async (keyValueStore: KeyValueStore): Promise<StoredAnchor | null> =>
  (await keyValueStore.get('anchor')) as StoredAnchor | null;

/** A faster clock continues from where it was, or a restart would take the demo shop back in time. */
export async function startPersistedClock(keyValueStore: KeyValueStore, speed: number): Promise<Clock> {
  const realMs = Date.now();
  const stored = await read(keyValueStore);
  const shownMs = stored ? Math.max(realMs, stored.shownMs + (realMs - stored.realMs) * stored.speed) : realMs;
  await keyValueStore.put('anchor', { realMs, shownMs, speed });
  return createClock({ speed, anchor: { realMs, shownMs } });
}

/** The time of the app beside us, by the clock it has kept in the key-value store; without one the time of day. */
export async function persistedNow(keyValueStore: KeyValueStore): Promise<Date> {
  const stored = await read(keyValueStore);
  return stored ? createClock({ speed: stored.speed, anchor: stored }).now() : new Date();
}
