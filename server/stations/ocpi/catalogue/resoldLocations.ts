import { randomUUID } from 'node:crypto';
import type { KeyValueStore } from '../../../core/ports/ports.ts';
import type { OcpiTariff } from '../messages/tariff.ts';
import { keyOf, keysBelow } from '../storage/store.ts';
import { digest, ownedBy, parseStoredLocation, rulesOf, type StoredLocation } from './catalogueRows.ts';
import type { Selling } from './offers.ts';
import type { LocationChange, SellingDependencies } from './planning.ts';

/** The locations that name a tariff are to be sold again at a time. */
interface Resale {
  at: string;
  tariffId: string;
}

type Rows = Pick<KeyValueStore, 'put'>;

/** In the transaction that changes the tariff: whatever happens after it, no location keeps the old price. */
export const resellNow = (rows: Rows, ask: { connectionId: string; tariffId: string; now: Date }): Promise<void> =>
  note(rows, { ...ask, at: ask.now, own: randomUUID() });

/** A tariff begins and ends by its dates. */
export async function resellAtDates(rows: Rows, connectionId: string, tariff: OcpiTariff, now: Date): Promise<void> {
  for (const at of [tariff.start_date_time, tariff.end_date_time])
    if (at && at > now) await note(rows, { connectionId, tariffId: tariff.id, at, own: '' });
}

const note = (
  rows: Rows,
  { connectionId, tariffId, at, own }: { connectionId: string; tariffId: string; at: Date; own: string },
): Promise<void> =>
  rows.put(keyOf('resell', connectionId, at.toISOString(), tariffId, own), { at: at.toISOString(), tariffId } satisfies Resale);

const LOCATIONS_PER_BATCH = 50;

interface ResalesDependencies extends SellingDependencies {
  selling: Selling;
}

export interface Resales {
  /**
   * Sells what names tariffs that have changed, begun or ended. With `most`, nothing where there are more places than that.
   */
  due(connectionId: string, options?: { most?: number }): Promise<void>;
  /** Every place of a connection: it is sold by other rules now. */
  all(connectionId: string): Promise<void>;
  /** The same once whoever sells for these parties, or what was decided for the connection, is not what it was. */
  byRules(connectionId: string, parties: readonly string[]): Promise<void>;
}

export function createResales({ store, selling, catalogue, switchesOf, now }: ResalesDependencies): Resales {
  const resell = async (connectionId: string, keys: readonly string[]): Promise<void> => {
    for (let from = 0; from < keys.length; from += LOCATIONS_PER_BATCH) {
      const changes: LocationChange[] = [];
      for (const key of keys.slice(from, from + LOCATIONS_PER_BATCH)) {
        const owned = ownedBy(connectionId, parseStoredLocation(await store.get(key))?.raw);
        if (owned) changes.push({ owned, change: asItIs });
      }
      await selling.put({ connectionId, changes });
    }
  };
  const all = async (connectionId: string) => {
    for await (const keys of keysBelow(store, `${keyOf('place', connectionId)}:`)) await resell(connectionId, keys);
  };
  return {
    async due(connectionId, { most = Number.POSITIVE_INFINITY } = {}) {
      const due = await dueAt(store, connectionId, now());
      const locationKeys = new Set<string>();
      const changed = [...(await store.getSome(due)).values()] as Resale[];
      for (const tariffId of new Set(changed.map(row => row.tariffId))) {
        const prefix = `${keyOf('naming', connectionId, tariffId)}:`;
        for (const key of await store.listKeys(prefix)) locationKeys.add(key.slice(prefix.length));
      }
      if (locationKeys.size > most) return;
      await resell(connectionId, [...locationKeys]);
      for (const key of due) await store.delete(key);
    },
    all,
    async byRules(connectionId, parties) {
      const sellers = await Promise.all(parties.map(party => catalogue().findSeller(party)));
      const rules = digest([await switchesOf(connectionId), sellers.map(seller => seller && rulesOf(seller))]);
      const key = keyOf('rules', connectionId);
      if ((await store.get(key)) === rules) return;
      await all(connectionId);
      await store.put(key, rules);
    },
  };
}

/** Keys of what it is time for. They are kept in the order of time: what is later is not read. */
async function dueAt(store: Pick<KeyValueStore, 'listKeys'>, connectionId: string, at: Date): Promise<readonly string[]> {
  const due: string[] = [];
  // The first sign after the one that ends a part of a key.
  const end = `${keyOf('resell', connectionId, at.toISOString())};`;
  for await (const keys of keysBelow(store, `${keyOf('resell', connectionId)}:`)) {
    due.push(...keys.filter(key => key < end));
    if (keys.some(key => key >= end)) break;
  }
  return due;
}

const asItIs = (kept: StoredLocation | null) => kept ?? ({ kind: 'unknown' } as const);
