import { DAY_MS } from '../../../../shared/time.ts';
import type { KeyValueStore } from '../../../operator/ports.ts';

/** Messages that nobody asks for any more after a while. */
const KEPT_MS = {
  /** Of commands whose result may come: OCPI 2.2.1 §13 knows no longer time-out. */
  command: DAY_MS,
  /** As their CPO wrote them, for its changes of them. */
  session: 60 * DAY_MS,
} as const;

const PREFIX = 'until:';
const TIME_LENGTH = new Date(0).toISOString().length;
/** Few enough that nobody waits for the database meanwhile. */
const MOST_AT_ONCE = 200;

/** Puts what is kept for a while; the row beside it says until when, in the order of time. */
export async function putForAWhile(
  rows: KeyValueStore,
  { key, json, kind, now }: { key: string; json: unknown; kind: keyof typeof KEPT_MS; now: Date },
): Promise<void> {
  const until = new Date(now.getTime() + KEPT_MS[kind]).toISOString();
  // Before it: what has lost its time would be kept for ever.
  await rows.put(`${PREFIX}${until}:${key}`, true);
  await rows.put(key, json);
}

/** Removes some of what has been kept long enough, the oldest first. Answers how many. */
export async function removeOld(store: KeyValueStore, now: Date): Promise<number> {
  const keys = await store.listKeys(PREFIX, { most: MOST_AT_ONCE });
  const due = keys.filter(key => key.slice(PREFIX.length, PREFIX.length + TIME_LENGTH) <= now.toISOString());
  for (const key of due) {
    await store.delete(key.slice(PREFIX.length + TIME_LENGTH + 1));
    await store.delete(key);
  }
  return due.length;
}
