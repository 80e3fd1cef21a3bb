/** A cache of the most recently used values, limited in number, of what can be computed again. */
export interface Recent<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  delete(key: string): void;
}

export function createRecent<T>(most: number): Recent<T> {
  const kept = new Map<string, T>();
  const set = (key: string, value: T) => {
    // A map keeps the order of insertion: its first entry is the least recently used.
    kept.delete(key);
    kept.set(key, value);
    const oldest = kept.size > most ? kept.keys().next() : null;
    if (oldest && !oldest.done) kept.delete(oldest.value);
  };
  return {
    get(key) {
      const value = kept.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    delete: key => void kept.delete(key),
  };
}
