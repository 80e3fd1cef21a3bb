import type { KeyValueStore } from '../../server/core/ports/ports.ts';

/** A key-value store in memory, for tests of adapters. Values are stored as JSON, as in the database. */
export function rowsInMemory(): KeyValueStore {
  const rows = new Map<string, string>();
  const read = (key: string): unknown => JSON.parse(rows.get(key) ?? 'null');
  const keysBelow = (prefix: string) => [...rows.keys()].filter(key => key.startsWith(prefix)).sort();
  const put = (key: string, json: unknown) => void rows.set(key, JSON.stringify(json));
  return {
    get: async key => read(key),
    getSome: async keys => new Map(keys.filter(key => rows.has(key)).map(key => [key, read(key)])),
    put: async (key, json) => put(key, json),
    async change(key, work) {
      const changed = work(read(key)) ?? null;
      if (changed !== null) put(key, changed);
      return read(key);
    },
    delete: async key => void rows.delete(key),
    list: async prefix => keysBelow(prefix).map(key => ({ key, json: read(key) })),
    listKeys: async (prefix, { limit = Number.POSITIVE_INFINITY, after = '' } = { limit: Number.POSITIVE_INFINITY }) =>
      keysBelow(prefix)
        .filter(key => key > after)
        .slice(0, limit),
  };
}
