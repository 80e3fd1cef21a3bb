/** What this device keeps under a key; null: nothing, nothing that can be read, or a browser that refuses. */
export function readKept(key: string): unknown {
  try {
    return JSON.parse(window.localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** The same of a list, with what is one of its entries. */
export function readKeptList<T>(key: string, isEntry: (entry: unknown) => entry is T): readonly T[] {
  const kept = readKept(key);
  return Array.isArray(kept) ? kept.filter(isEntry) : [];
}

/**
 * Keeps a value on this device; nothing is kept of null and of an empty list.
 * @returns whether the browser did it
 */
export function keep(key: string, value: unknown): boolean {
  try {
    if (value === null || (Array.isArray(value) && value.length === 0)) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
