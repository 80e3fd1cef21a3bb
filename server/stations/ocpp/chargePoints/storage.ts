import { DAY_MS } from '../../../../shared/model/time.ts';
import type { KeyValueStore } from '../../../core/ports/ports.ts';

/** The adapter's own rows; what belongs together is changed in one transaction. */
export interface OcppStore extends KeyValueStore {
  inTransaction<T>(work: (rows: KeyValueStore) => Promise<T>): Promise<T>;
}

/** After so long nobody asks for a transaction any more: bills and signed records are the operator's. */
export const TRANSACTION_TTL_MS = 60 * DAY_MS;

/** A row's key: charge points may have any sign in their identities. */
export const keyOf = (kind: string, ...ids: readonly (string | number)[]): string =>
  [kind, ...ids.map(id => encodeURIComponent(id))].join(':');

/** Changes one row as it is at that moment; null: there is none, and none is made. Answers the new one. */
export async function changeRow<T>(store: OcppStore, key: string, change: (known: T) => T | null): Promise<T | null> {
  return (await store.change(key, known => (known === null ? null : change(known as T)))) as T | null;
}
