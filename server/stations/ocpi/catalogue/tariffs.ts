import { LRUCache } from 'lru-cache';
import { getOrMake } from '../../../../shared/util/getOrMake.ts';
import type { KeyValueStore } from '../../../core/ports/ports.ts';
import { type Reading, readMessage } from '../messages/message.ts';
import { type OcpiTariff, TARIFF } from '../messages/tariff.ts';
import { keyOf } from '../storage/store.ts';
import type { StoredTariff } from './catalogueRows.ts';

export interface KnownTariff {
  key: string;
  hash: string;
  /** Null: the tariff is invalid, so nothing is offered at its prices. */
  tariff: OcpiTariff | null;
}

type Rows = Pick<KeyValueStore, 'list'>;

/** Finds tariffs by the ids that connectors refer to. Several parties may have a tariff with the same id. */
export interface NamedTariffs {
  load(rows: Rows, connectionId: string, ids: readonly string[]): Promise<readonly KnownTariff[]>;
  /** Returns a hash of the tariffs that are stored now, to detect changes. */
  hash(rows: Rows, connectionId: string, ids: readonly string[]): Promise<string>;
}

const MAX_CACHED_TARIFFS = 500;

/**
 * Creates a finder of tariffs with a cache, because parsing a tariff takes longer than loading its row. The cache key contains
 * the content hash, so changes by other processes take effect.
 */
export function createNamedTariffs(): NamedTariffs {
  const readings = new LRUCache<string, Reading<OcpiTariff>>({ max: MAX_CACHED_TARIFFS });
  const tariffOf = (key: string, { raw, version, hash }: StoredTariff): OcpiTariff | null => {
    const read = () => readMessage({ schema: TARIFF, message: raw, version });
    const reading = getOrMake(readings, [key, version, hash].join('\n'), read);
    return reading.isValid ? reading.value : null;
  };
  const load: NamedTariffs['load'] = async (rows, connectionId, ids) => {
    const found: KnownTariff[] = [];
    for (const id of ids)
      for (const { key, json } of await rows.list(`${keyOf('tariff', connectionId, id)}:`)) {
        const stored = json as StoredTariff;
        found.push({ key, hash: stored.hash, tariff: tariffOf(key, stored) });
      }
    return found;
  };
  return {
    load,
    hash: async (rows, connectionId, ids) => hashOf(await load(rows, connectionId, ids)),
  };
}

export const hashOf = (tariffs: readonly KnownTariff[]): string => tariffs.map(({ key, hash }) => `${key} ${hash}`).join('\n');
