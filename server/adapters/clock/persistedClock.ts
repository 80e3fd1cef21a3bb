import type { Clock, KeyValueStore } from '../../core/ports/ports.ts';
import { createClock } from './clock.ts';

interface Kept {
  realMs: number;
  shownMs: number;
  speed: number;
}

const read = async (keyValueStore: KeyValueStore): Promise<Kept | null> => (await keyValueStore.get('anchor')) as Kept | null;

/** A faster clock continues from where it was, or a restart would take the demo shop back in time. */
export async function startKeptClock(keyValueStore: KeyValueStore, speed: number): Promise<Clock> {
  const realMs = Date.now();
  const kept = await read(keyValueStore);
  const shownMs = kept ? Math.max(realMs, kept.shownMs + (realMs - kept.realMs) * kept.speed) : realMs;
  await keyValueStore.put('anchor', { realMs, shownMs, speed });
  return createClock({ speed, anchor: { realMs, shownMs } });
}

/** The time of the app beside us, by the clock it has kept in the key-value store; without one the time of day. */
export async function keptNow(keyValueStore: KeyValueStore): Promise<Date> {
  const kept = await read(keyValueStore);
  return kept ? createClock({ speed: kept.speed, anchor: kept }).now() : new Date();
}
