import type { KeyValueStore } from '../../../operator/ports.ts';
import type { CatalogueWriter } from '../../../operator/stationPort.ts';

/** The adapter's own rows; what belongs together is changed in one transaction, what is sold by it included. */
export interface OcpiStore extends KeyValueStore {
  inTransaction<T>(work: (rows: KeyValueStore, catalogue: CatalogueWriter) => Promise<T>): Promise<T>;
}

/** Ids of OCPI are compared without case. */
export const keyOf = (kind: string, connectionId: string, ...ids: readonly string[]): string =>
  [kind, connectionId, ...ids.map(id => encodeURIComponent(id.toUpperCase()))].join(':');
