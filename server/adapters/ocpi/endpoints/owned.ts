import type Joi from 'joi';
import { isSameId, type MessageFault, type OcpiVersion, type Quirk, readMessage } from '../messages/message.ts';
import { isObject } from '../messages/patch.ts';
import type { Connection } from '../registration/connections.ts';
import { STATUS } from '../transport/envelope.ts';
import type { Reply } from '../transport/reply.ts';
import type { Inbound } from './inbound.ts';
import type { JsonObject, OwnedId, Received } from './receiver.ts';

/** OCPI answers what is JSON but no object of its own with HTTP 200. */
export const invalid = (faults: readonly MessageFault[]): Reply => ({ code: STATUS.invalid, data: faults });
export const notFound = (code: Reply['code'] = STATUS.invalid): Reply => ({ status: 404, code });
export const NOT_ALLOWED: Reply = { status: 405, code: STATUS.clientError };
export const found = (data: unknown): Reply => ({ code: STATUS.success, data });

/** What the address names, if its party is one of the connection's own. */
export function ownedId({ caller: { connection }, parameters }: Inbound): OwnedId | null {
  const { country = '', party = '', id = '' } = parameters;
  return speaksFor(connection, country, party)
    ? { connectionId: connection.id, country_code: country, party_id: party, id }
    : null;
}

/** A hub of 2.2.1 lists only itself and speaks for parties that nobody here knows; one of 2.3.0 lists them. */
export function speaksFor({ roles }: Connection, country: string, party: string): boolean {
  if (!/^[A-Za-z]{2}$/.test(country) || !/^[A-Za-z0-9]{3}$/.test(party)) return false;
  return roles.some(
    ({ role, country_code, party_id }) => role === 'HUB' || (isSameId(country_code, country) && isSameId(party_id, party)),
  );
}

interface Whole<T> {
  raw: JsonObject;
  value: T;
  quirks: readonly Quirk[];
}

interface WholeAsk<T> {
  schema: Joi.Schema<T>;
  body: unknown;
  version: OcpiVersion;
  /** Fields that must be what the address says. */
  ids: Readonly<Record<string, string>>;
}

export function readWhole<T>({ schema, body, version, ids }: WholeAsk<T>): Whole<T> | { faults: readonly MessageFault[] } {
  const reading = readMessage({ schema, message: body, version });
  const others = isObject(body) ? otherIds(body, ids) : [];
  if (!reading.isValid || others.length > 0 || !isObject(body))
    return { faults: reading.isValid ? others : [...reading.faults, ...others] };
  return { raw: body, value: reading.value, quirks: reading.quirks };
}

const otherIds = (message: JsonObject, ids: Readonly<Record<string, string>>): MessageFault[] =>
  Object.entries(ids).flatMap(([field, expected]) => {
    const told = message[field];
    if (told === undefined || (typeof told === 'string' && isSameId(told, expected))) return [];
    return [{ path: `$.${field}`, reason: 'is another one than in the address' }];
  });

/** @param unknown for what a change belongs to and is not known */
export function replyTo(received: Received, unknown: Reply['code'] = STATUS.invalid): Reply {
  if (received.kind === 'invalid') return invalid(received.faults);
  if (received.kind === 'unknown') return notFound(unknown);
  return { status: received.kind === 'created' ? 201 : 200, code: STATUS.success };
}
