// Key-value storage with a limited lifetime, for adapters.

/** The methods of `KeyValueStore` that are needed here. */
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
/** Maximum number of rows removed at once. Small, so that other users of the database do not have to wait. */
const MAX_BATCH = 200;

/**
 * Creates a list of the last `limit` entries for each id. New entries stay in memory until `writeOne` or `writeDown` stores
 * them.
 */
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
    /** Returns the stored entries, oldest first. Entries that are only in memory are not included. */
    list: async (id: string): Promise<readonly T[]> => ((await store.get(keyOf(id))) as T[] | null) ?? [],
  };
}

/**
 * Stores a row for a limited time. A second row stores the expiry. Its key begins with `until:` and the expiry time, so that
 * these keys are sorted by time.
 */
export async function putForAWhile(
  rows: Pick<Rows, 'put'>,
  { key, json, ttlMs, now }: { key: string; json: unknown; ttlMs: number; now: Date },
): Promise<void> {
  const until = new Date(now.getTime() + ttlMs).toISOString();
  // The row with the expiry is written first. A row whose expiry is missing would never be removed.
  await rows.put(`${PREFIX}${until}:${key}`, true);
  await rows.put(key, json);
}

/**
 * Removes expired rows, oldest first, at most one batch.
 * @returns the number of removed rows
 */
export async function removeOld(store: Rows, now: Date): Promise<number> {
  const keys = await store.listKeys(PREFIX, { limit: MAX_BATCH });
  const due = keys.filter(key => key.slice(PREFIX.length, PREFIX.length + TIME_LENGTH) <= now.toISOString());
  for (const key of due) {
    await store.delete(key.slice(PREFIX.length + TIME_LENGTH + 1));
    await store.delete(key);
  }
  return due.length;
}
