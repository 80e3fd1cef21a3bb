/** What this device keeps under a key; null: nothing, nothing that can be read, or a browser that refuses. */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(window.localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** The same of a list, with what is one of its entries. */
export function readStoredList<T>(key: string, isEntry: (entry: unknown) => entry is T): readonly T[] {
  const stored = readStored(key);
  return Array.isArray(stored) ? stored.filter(isEntry) : [];
}

/**
 * Keeps a value on this device; nothing is kept of null and of an empty list.
 * @returns whether the browser did it
 */
export function writeStored(key: string, value: unknown): boolean {
  try {
    if (value === null || (Array.isArray(value) && value.length === 0)) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
