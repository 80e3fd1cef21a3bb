import type { WebhookEventType } from '../../../shared/console/webhooks.ts';
import { type ChangeFeed, GAP, WEBHOOKS } from '../engine/changeFeed.ts';
import type { Db } from '../engine/database.ts';
import { type KnownEndpoint, listKnownEndpoints } from './webhookRows.ts';

/** While no notifications arrive from other processes, the list of endpoints is read again after this time. */
const POLL_MS = 5000;

interface Known {
  version: number;
  endpoints: readonly KnownEndpoint[];
  /** Time of the read on the monotonic clock, in milliseconds. */
  readAt: number;
}

/**
 * Holds the list of webhook endpoints in memory, so that a change costs no statement while no endpoint wants its event. The topic
 * WEBHOOKS tells all processes that the list has changed.
 */
export interface WebhookOutlet {
  now(): Date;
  setClock(clock: { now(): Date }): void;
  /** Marks a transaction, so that `emit` writes events in it. */
  begin(trx: Db): void;
  /** Reads the list of endpoints. */
  refresh(): Promise<void>;
}

interface OpenOutlet {
  outlet: WebhookOutlet;
  endpoints(type: WebhookEventType): Promise<readonly KnownEndpoint[]>;
}

const transactions = new WeakMap<Db, OpenOutlet>();
const databases = new WeakMap<Db, OpenOutlet>();

/** Creates the outlet of a store. `dbs` are the connection pools of the store. */
export function createWebhookOutlet(db: Db, { changeFeed, dbs }: { changeFeed: ChangeFeed; dbs: readonly Db[] }): WebhookOutlet {
  let clock: { now(): Date } | null = null;
  let version = 0;
  let known: Known | null = null;

  /** Reads the list. A list that a transaction of an earlier version has read is not stored, because it may be out of date. */
  const read = async (from: Db, readVersion: number): Promise<readonly KnownEndpoint[]> => {
    const endpoints = await listKnownEndpoints(from);
    if (readVersion === version) known = { version, endpoints, readAt: performance.now() };
    return endpoints;
  };
  const outlet: WebhookOutlet = {
    now() {
      if (!clock) throw new Error('The clock of webhook events is not set');
      return clock.now();
    },
    setClock: other => {
      clock = other;
    },
    begin: trx => void transactions.set(trx, openOn(trx, version)),
    refresh: () => read(db, version).then(() => undefined),
  };
  const refreshSoon = () => void outlet.refresh().catch(() => undefined);
  /** @param began the version at the begin of a transaction. Null: `on` is no transaction, and reads what is current */
  const openOn = (on: Db, began: number | null): OpenOutlet => {
    return {
      outlet,
      async endpoints(type) {
        const isOutdated = changeFeed.arrival() === 'polled' && known !== null && performance.now() - known.readAt > POLL_MS;
        if (isOutdated && known) {
          known.readAt = performance.now();
          refreshSoon();
        }
        const endpoints = known?.version === version ? known.endpoints : await read(on, began ?? version);
        return endpoints.filter(({ types }) => types === null || types.includes(type));
      },
    };
  };
  for (const each of dbs) databases.set(each, openOn(each, null));
  changeFeed.subscribe(topic => {
    if (topic !== WEBHOOKS && topic !== GAP) return;
    version++;
    refreshSoon();
  });
  return outlet;
}

/** Returns the open transaction of `emit`. Undefined: `db` is not a transaction of a store. */
export const findOutlet = (db: Db): OpenOutlet | undefined => transactions.get(db);

/** Returns true if an endpoint wants one of these events. */
export async function isWanted(db: Db, types: readonly WebhookEventType[]): Promise<boolean> {
  const outlet = transactions.get(db) ?? databases.get(db);
  for (const type of outlet ? types : []) if ((await outlet?.endpoints(type))?.length) return true;
  return false;
}
