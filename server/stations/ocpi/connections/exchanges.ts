import { createHmac } from 'node:crypto';
import { newestOf, type Secret } from '../../../../shared/util/secret.ts';
import { createCappedList } from '../../../platform/expiry.ts';
import type { OcpiStore } from '../storage/store.ts';

/**
 * A request and its response, for diagnosis. Contents of messages are not stored, except an excerpt of a response that is not an
 * OCPI envelope.
 */
export interface Exchange {
  at: string;
  /** 'out': the app sent the request. */
  direction: 'in' | 'out';
  method: string;
  module: string;
  /** The HTTP status and the OCPI status code of the response. Null: the response had none. */
  status: number | null;
  statusCode: number | null;
  /** The app's failure code if no readable response came. Null: a readable response came. */
  failure: string | null;
  /**
   * Status, content type and first characters of a response that is not an OCPI envelope. Missing: the response was an envelope,
   * or an earlier version of the app wrote this row.
   */
  answer?: string | null;
  tookMs: number;
  /**
   * Keyed hash of the id of the object that the request is about. Equal hashes mean the same object; the id cannot be recovered.
   * Null: no object.
   */
  about: string | null;
}

export interface NewExchange extends Omit<Exchange, 'at' | 'about'> {
  /** The id of the location, tariff, session or CDR that the request is about. Null: none. */
  about: string | null;
}

const MAX_EXCHANGES = 100;

/** Stores the last 100 exchanges of each connection, for staff. */
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
