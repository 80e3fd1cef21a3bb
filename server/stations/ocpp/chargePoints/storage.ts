import { DAY_MS } from '../../../../shared/model/time.ts';
import type { KeyValueStore } from '../../../core/ports/ports.ts';

/** The adapter's own rows. Rows that belong together are changed in one transaction. */
export interface OcppStore extends KeyValueStore {
  inTransaction<T>(work: (rows: KeyValueStore) => Promise<T>): Promise<T>;
}

/** Transactions are deleted after this time. Bills and signed records are stored with the operator's data. */
export const TRANSACTION_TTL_MS = 60 * DAY_MS;

/** Builds the key of a row. The parts are encoded, because the identity of a station may contain any character. */
export const keyOf = (kind: string, ...ids: readonly (string | number)[]): string =>
  [kind, ...ids.map(id => encodeURIComponent(id))].join(':');

/**
 * Changes one row atomically and creates none. The row stays unchanged if `change` returns null.
 * @returns the row after the call; null if there is no row
 */
export async function changeRow<T>(store: OcppStore, key: string, change: (known: T) => T | null): Promise<T | null> {
  return (await store.change(key, known => (known === null ? null : change(known as T)))) as T | null;
}
