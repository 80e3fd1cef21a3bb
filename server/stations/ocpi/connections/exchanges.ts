import { createHmac } from 'node:crypto';
import { newestOf, type Secret } from '../../../../shared/util/secret.ts';
import { createCappedList } from '../../../platform/expiry.ts';
import type { OcpiStore } from '../storage/store.ts';

/** A request and its response. No content of a platform's message is stored, except an excerpt of a response that is not OCPI. */
export interface Exchange {
  at: string;
  /** 'out': a request of the app. */
  direction: 'in' | 'out';
  method: string;
  module: string;
  /** The HTTP status and the OCPI status code. Null: there was none. */
  status: number | null;
  statusCode: number | null;
  /** The app's failure code if no response could be read. */
  failure: string | null;
  /**
   * A response that is not an OCPI envelope: status, content type and the first characters. Missing: an envelope, or a row of an
   * older version.
   */
  answer?: string | null;
  tookMs: number;
  /** Keyed hash of the object's id. Requests about the same object have the same hash, and the id cannot be recovered. */
  about: string | null;
}

export interface NewExchange extends Omit<Exchange, 'at' | 'about'> {
  /** The id of a location, tariff, session or CDR. */
  about: string | null;
}

const MAX_EXCHANGES = 100;

/** Stores the last exchanges with each connection, for operators. */
export function createExchangeStore({ store, secret, now }: { store: OcpiStore; secret: Secret; now(): Date }) {
  const { add, writeDown, list } = createCappedList<Exchange>({ store, prefix: 'exchanges:', limit: MAX_EXCHANGES });
  const hashed = (about: string) =>
    createHmac('sha256', `ocpi exchanges\n${newestOf(secret)}`)
      .update(about.toUpperCase())
      .digest('hex')
      .slice(0, 10);
  return {
    add(connectionId: string, request: NewExchange): void {
      const { direction, method, module, status, statusCode, failure, tookMs, about, answer = null } = request;
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
