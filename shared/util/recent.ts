/** A cache of the most recently used values, limited in size, of what can be computed again. */
export interface Recent<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  delete(key: string): void;
}

/** What is kept under a key; made first and kept where nothing is. */
export function getOrMake<Key, Value>(
  kept: { get(key: Key): Value | undefined; set(key: Key, value: NoInfer<Value>): unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make();
  kept.set(key, made);
  return made;
}

/** @param sizeOf what a value takes of `most`, the same each time; by itself each counts as one */
export function createRecent<T>(most: number, sizeOf: (value: T) => number = () => 1): Recent<T> {
  const entries = new Map<string, T>();
  let size = 0;
  const remove = (key: string) => {
    const value = entries.get(key);
    if (value !== undefined) size -= sizeOf(value);
    entries.delete(key);
  };
  const set = (key: string, value: T) => {
    // A map keeps the order of insertion: its first entry is the least recently used.
    remove(key);
    entries.set(key, value);
    size += sizeOf(value);
    for (const oldest of entries.keys()) {
      if (size <= most) break;
      remove(oldest);
    }
  };
  return {
    get(key) {
      const value = entries.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    delete: remove,
  };
}
