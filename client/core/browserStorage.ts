/**
 * Reads a JSON value from localStorage.
 * @returns null if the key is absent, the value is not JSON, or the browser refuses access
 */
export function readStored(key: string): unknown {
  try {
    return JSON.parse(window.localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Reads a list from localStorage. Entries that fail `isEntry` are dropped. */
export function readStoredList<T>(key: string, isEntry: (entry: unknown) => entry is T): readonly T[] {
  const stored = readStored(key);
  return Array.isArray(stored) ? stored.filter(isEntry) : [];
}

/**
 * Writes a JSON value to localStorage. Null or an empty list removes the key.
 * @returns false if the browser refuses access
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
