import type { RunExclusively } from '../../../../shared/util/runExclusive.ts';
import type { CatalogueWriter } from '../../../core/ports/cataloguePort.ts';
import type { KeyValueStore } from '../../../core/ports/ports.ts';

/** The key-value rows of the OCPI adapter. A transaction can also change the catalogue of points. */
export interface OcpiStore extends KeyValueStore {
  inTransaction<T>(work: (rows: KeyValueStore, catalogue: CatalogueWriter) => Promise<T>): Promise<T>;
  /** Runs work exclusively across all processes. To avoid a deadlock, take the lock of a session before the lock of its start. */
  withLease: RunExclusively;
}

/** Returns a row's key. Ids become upper case, because OCPI compares them without case. */
export const keyOf = (kind: string, connectionId: string, ...ids: readonly string[]): string =>
  [kind, connectionId, ...ids.map(id => encodeURIComponent(id.toUpperCase().toWellFormed()))].join(':');

const KEYS_AT_ONCE = 500;

/** Iterates over all keys with a prefix, 500 at a time, so that a long list does not block other work. */
export async function* keysBelow(store: Pick<KeyValueStore, 'listKeys'>, prefix: string): AsyncGenerator<readonly string[]> {
  let after: string | undefined;
  for (let keys = await store.listKeys(prefix, { limit: KEYS_AT_ONCE }); keys.length > 0; ) {
    yield keys;
    after = keys.at(-1);
    keys = keys.length < KEYS_AT_ONCE ? [] : await store.listKeys(prefix, { limit: KEYS_AT_ONCE, after });
  }
}
