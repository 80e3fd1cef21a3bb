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
  /** Null: it cannot be read, so nothing is sold by it. */
  tariff: OcpiTariff | null;
}

type Rows = Pick<KeyValueStore, 'list'>;

/** Tariffs by the ids that connectors name them by: of every party that has one of that id. */
export interface NamedTariffs {
  load(rows: Rows, connectionId: string, ids: readonly string[]): Promise<readonly KnownTariff[]>;
  /** What of them is kept at this moment, to see whether it has changed. */
  hash(rows: Rows, connectionId: string, ids: readonly string[]): Promise<string>;
}

const MAX_CACHED_TARIFFS = 500;

/** Reading one takes longer than loading it; the hash says whether it is still the same, whichever process has changed it. */
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
