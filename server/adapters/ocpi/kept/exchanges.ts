import { createHmac } from 'node:crypto';
import type { OcpiStore } from './store.ts';

/** One request and its answer. These fields and no others: nothing that a peer or a driver has written. */
export interface Exchange {
  at: string;
  /** 'out': we have asked. */
  direction: 'in' | 'out';
  method: string;
  module: string;
  /** Of HTTP and of OCPI; null: there was none. */
  status: number | null;
  statusCode: number | null;
  /** A code of ours, where no answer could be read. */
  failure: string | null;
  tookMs: number;
  /** What it was about: the same for the same object, and nobody can tell which. */
  about: string | null;
}

export interface ExchangeAsk extends Omit<Exchange, 'at' | 'about'> {
  /** The id of a location, tariff, session or CDR. */
  about: string | null;
}

const MOST = 100;
const exchangesKey = (id: string) => `exchanges:${id}`;

/** The last exchanges with each connection, for its operator. */
export function keepExchanges({ store, secret, now }: { store: OcpiStore; secret: string; now(): Date }) {
  const fresh = new Map<string, Exchange[]>();
  const hashed = (about: string) =>
    createHmac('sha256', `ocpi exchanges\n${secret}`).update(about.toUpperCase()).digest('hex').slice(0, 10);
  return {
    add(connectionId: string, ask: ExchangeAsk): void {
      const { direction, method, module, status, statusCode, failure, tookMs, about } = ask;
      const exchange: Exchange = {
        at: now().toISOString(),
        direction,
        method,
        module,
        status,
        statusCode,
        failure,
        tookMs,
        about: about === null ? null : hashed(about),
      };
      fresh.set(connectionId, [...(fresh.get(connectionId) ?? []), exchange].slice(-MOST));
    },
    async writeDown(): Promise<void> {
      for (const [id, added] of [...fresh]) {
        fresh.delete(id);
        await store.inTransaction(async rows => {
          const kept = ((await rows.get(exchangesKey(id))) as Exchange[] | null) ?? [];
          await rows.put(exchangesKey(id), [...kept, ...added].slice(-MOST));
        });
      }
    },
    /** The oldest first. */
    list: async (connectionId: string): Promise<readonly Exchange[]> =>
      ((await store.get(exchangesKey(connectionId))) as Exchange[] | null) ?? [],
  };
}
