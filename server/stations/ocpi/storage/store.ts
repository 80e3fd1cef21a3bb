import type { RunExclusively } from '../../../../shared/util/runExclusive.ts';
import type { CatalogueWriter } from '../../../core/ports/cataloguePort.ts';
import type { KeyValueStore } from '../../../core/ports/ports.ts';

/** The adapter's own rows; what belongs together is changed in one transaction, what is sold by it included. */
export interface OcpiStore extends KeyValueStore {
  inTransaction<T>(work: (rows: KeyValueStore, catalogue: CatalogueWriter) => Promise<T>): Promise<T>;
  /** Among all processes. Of a session before that of its start. */
  inTurn: RunExclusively;
}

/** Ids of OCPI are compared without case. */
export const keyOf = (kind: string, connectionId: string, ...ids: readonly string[]): string =>
  [kind, connectionId, ...ids.map(id => encodeURIComponent(id.toUpperCase().toWellFormed()))].join(':');

const KEYS_AT_ONCE = 500;

/** All keys that begin so, some at a time: of a hundred thousand at once everybody would have to wait for. */
export async function* keysBelow(store: Pick<KeyValueStore, 'listKeys'>, prefix: string): AsyncGenerator<readonly string[]> {
  let after: string | undefined;
  for (let keys = await store.listKeys(prefix, { most: KEYS_AT_ONCE }); keys.length > 0; ) {
    yield keys;
    after = keys.at(-1);
    keys = keys.length < KEYS_AT_ONCE ? [] : await store.listKeys(prefix, { most: KEYS_AT_ONCE, after });
  }
}
