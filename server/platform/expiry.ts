// What adapters keep for a while only.

/** Of `KeyValueStore`, what is needed here. */
interface Rows {
  put(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
  listKeys(prefix: string, page: { limit: number }): Promise<readonly string[]>;
}

interface LastStore {
  get(key: string): Promise<unknown>;
  change(key: string, work: (known: unknown) => unknown): Promise<unknown>;
}

const PREFIX = 'until:';
const TIME_LENGTH = new Date(0).toISOString().length;
/** Few enough that nobody waits for the database meanwhile. */
const MAX_BATCH = 200;

/** Of what only the last ones are kept, for each of many subjects: in memory until they are written down. */
export function createCappedList<T>({ store, prefix, limit }: { store: LastStore; prefix: string; limit: number }) {
  const fresh = new Map<string, T[]>();
  const keyOf = (id: string) => `${prefix}${id}`;
  const writeOne = async (id: string): Promise<void> => {
    const added = fresh.get(id);
    if (!added) return;
    fresh.delete(id);
    await store.change(keyOf(id), stored => [...((stored as T[] | null) ?? []), ...added].slice(-limit));
  };
  return {
    add(id: string, one: T): void {
      const known = fresh.get(id) ?? [];
      known.push(one);
      if (known.length > limit) known.shift();
      fresh.set(id, known);
    },
    writeOne,
    async writeDown(): Promise<void> {
      for (const id of [...fresh.keys()]) await writeOne(id);
    },
    /** The oldest first; what is not written down yet is not among them. */
    list: async (id: string): Promise<readonly T[]> => ((await store.get(keyOf(id))) as T[] | null) ?? [],
  };
}

/** Puts what is kept for a while; the row beside it says until when, in the order of time. */
export async function putForAWhile(
  rows: Pick<Rows, 'put'>,
  { key, json, ttlMs, now }: { key: string; json: unknown; ttlMs: number; now: Date },
): Promise<void> {
  const until = new Date(now.getTime() + ttlMs).toISOString();
  // Before it: what has lost its time would be kept for ever.
  await rows.put(`${PREFIX}${until}:${key}`, true);
  await rows.put(key, json);
}

/** Removes some of what has been kept long enough, the oldest first. Answers how many. */
export async function removeOld(store: Rows, now: Date): Promise<number> {
  const keys = await store.listKeys(PREFIX, { limit: MAX_BATCH });
  const due = keys.filter(key => key.slice(PREFIX.length, PREFIX.length + TIME_LENGTH) <= now.toISOString());
  for (const key of due) {
    await store.delete(key.slice(PREFIX.length + TIME_LENGTH + 1));
    await store.delete(key);
  }
  return due.length;
}
