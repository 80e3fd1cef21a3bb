import { DAY_MS } from '../../../../shared/model/time.ts';
import type { KeyValueStore } from '../../../core/ports/ports.ts';

/** The key-value rows of the OCPP code. Rows that belong together are changed in one transaction. */
export interface OcppStore extends KeyValueStore {
  inTransaction<T>(work: (rows: KeyValueStore) => Promise<T>): Promise<T>;
}

/** How long starts and transactions stay in the OCPP store. Bills and signed meter values are stored elsewhere. */
export const TRANSACTION_TTL_MS = 60 * DAY_MS;

/** Returns a row's key. Its parts are encoded, because the identity of a station may contain the separator. */
export const keyOf = (kind: string, ...ids: readonly (string | number)[]): string =>
  [kind, ...ids.map(id => encodeURIComponent(id))].join(':');

/** Key of the row with the settings that a station has reported. */
export const settingsKey = (stationId: string): string => keyOf('settings', stationId);

/** Key of the row with the security events that a station has reported. */
export const securityKey = (stationId: string): string => keyOf('security', stationId);

/**
 * Changes an existing row atomically. The row stays unchanged if `change` returns null.
 * @returns the row after the call, or null if it does not exist
 */
export async function changeRow<T>(store: OcppStore, key: string, change: (known: T) => T | null): Promise<T | null> {
  return (await store.change(key, known => (known === null ? null : change(known as T)))) as T | null;
}
