import { randomUUID } from 'node:crypto';
import type { KeyValueStore } from '../../../core/ports/ports.ts';
import type { OcpiTariff } from '../messages/tariff.ts';
import { keyOf, keysBelow } from '../storage/store.ts';
import { digest, ownedBy, parseStoredLocation, rulesOf, type StoredLocation } from './catalogueRows.ts';
import type { Selling } from './offers.ts';
import type { LocationChange, SellingDependencies } from './planning.ts';

/** A time at which the offers of all locations that refer to a tariff must be recomputed. */
interface Resale {
  at: string;
  tariffId: string;
}

type Rows = Pick<KeyValueStore, 'put'>;

/**
 * Marks the locations that refer to a changed tariff, in the transaction that changes the tariff. Their offers are then
 * recomputed even if the process dies after that transaction.
 */
export const resellNow = (rows: Rows, request: { connectionId: string; tariffId: string; now: Date }): Promise<void> =>
  note(rows, { ...request, at: request.now, own: randomUUID() });

/** Schedules recomputations for the times at which a tariff begins and ends. */
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
   * Recomputes the offers of locations whose tariffs have changed, begun or ended. If more than `limit` locations are affected,
   * does nothing.
   */
  due(connectionId: string, options?: { limit?: number }): Promise<void>;
  /** Recomputes the offers of all locations of a connection, because the settings of the connection have changed. */
  all(connectionId: string): Promise<void>;
  /**
   * Recomputes the offers of all locations of a connection if its settings, or the brands of `parties`, have changed since the
   * last call.
   */
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
    async due(connectionId, { limit = Number.POSITIVE_INFINITY } = {}) {
      const due = await dueAt(store, connectionId, now());
      const locationKeys = new Set<string>();
      const changed = [...(await store.getSome(due)).values()] as Resale[];
      for (const tariffId of new Set(changed.map(row => row.tariffId))) {
        const prefix = `${keyOf('naming', connectionId, tariffId)}:`;
        for (const key of await store.listKeys(prefix)) locationKeys.add(key.slice(prefix.length));
      }
      if (locationKeys.size > limit) return;
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

/** Returns the keys of due rows. Keys are sorted by time, so reading stops at the first key that is not due. */
async function dueAt(store: Pick<KeyValueStore, 'listKeys'>, connectionId: string, at: Date): Promise<readonly string[]> {
  const due: string[] = [];
  // In the sort order, ';' follows ':', which ends a part of a key. All rows that are due at `at` or earlier therefore sort
  // before this key.
  const end = `${keyOf('resell', connectionId, at.toISOString())};`;
  for await (const keys of keysBelow(store, `${keyOf('resell', connectionId)}:`)) {
    due.push(...keys.filter(key => key < end));
    if (keys.some(key => key >= end)) break;
  }
  return due;
}

const asItIs = (stored: StoredLocation | null) => stored ?? ({ kind: 'unknown' } as const);
