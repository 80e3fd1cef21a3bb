import type { KeyValueStore } from '../../../operator/ports.ts';

/** The adapter's own rows; what belongs together is changed in one transaction. */
export interface OcpiStore extends KeyValueStore {
  inTransaction<T>(work: (rows: KeyValueStore) => Promise<T>): Promise<T>;
}

/** Ids of OCPI are compared without case. */
export const keyOf = (kind: string, connectionId: string, ...ids: readonly string[]): string =>
  [kind, connectionId, ...ids.map(id => encodeURIComponent(id.toUpperCase()))].join(':');
