import { createHmac } from 'node:crypto';
import { newestOf, type Secret } from '../../../../shared/util/secret.ts';
import { createCappedList } from '../../../platform/expiry.ts';
import type { OcpiStore } from '../storage/store.ts';

/** One request and its answer. These fields and no others: of what a peer has written only what was no answer of OCPI. */
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
  /** What came in place of an envelope: status, content type and the first characters. Missing: an envelope, or an older version. */
  answer?: string | null;
  tookMs: number;
  /** What it was about: the same for the same object, and nobody can tell which. */
  about: string | null;
}

export interface NewExchange extends Omit<Exchange, 'at' | 'about'> {
  /** The id of a location, tariff, session or CDR. */
  about: string | null;
}

const MAX_EXCHANGES = 100;

/** The last exchanges with each connection, for its operator. */
export function createExchangeStore({ store, secret, now }: { store: OcpiStore; secret: Secret; now(): Date }) {
  const { add, writeDown, list } = createCappedList<Exchange>({ store, prefix: 'exchanges:', most: MAX_EXCHANGES });
  const hashed = (about: string) =>
    createHmac('sha256', `ocpi exchanges\n${newestOf(secret)}`)
      .update(about.toUpperCase())
      .digest('hex')
      .slice(0, 10);
  return {
    add(connectionId: string, ask: NewExchange): void {
      const { direction, method, module, status, statusCode, failure, tookMs, about, answer = null } = ask;
      add(connectionId, {
        at: now().toISOString(),
        direction,
        method,
        module,
        status,
        statusCode,
        failure,
        ...(answer === null ? {} : { answer }),
        tookMs,
        about: about === null ? null : hashed(about),
      });
    },
    writeDown,
    list,
  };
}
