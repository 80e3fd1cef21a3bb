/** What was used last, at most so much of it: something that can be made again, kept to spare the work. */
export interface Recent<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  delete(key: string): void;
}

export function createRecent<T>(most: number): Recent<T> {
  const kept = new Map<string, T>();
  const set = (key: string, value: T) => {
    // A map keeps the order of setting: the first one was used the longest time ago.
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
