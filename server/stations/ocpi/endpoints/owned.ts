import type Joi from 'joi';
import { isRepresented } from '../connections/parties.ts';
import { isSameId, type MessageFault, type OcpiVersion, type Quirk, readMessage } from '../messages/message.ts';
import { isObject } from '../messages/patch.ts';
import type { JsonObject, OwnedId, Received } from '../messages/receiver.ts';
import { STATUS } from '../transport/envelope.ts';
import type { Reply } from '../transport/reply.ts';
import type { Inbound } from './inbound.ts';

/** OCPI requires HTTP status 200 even if a JSON body is not a valid object. */
export const invalid = (faults: readonly MessageFault[]): Reply => ({ code: STATUS.invalid, data: faults });
export const notFound = (code: Reply['code'] = STATUS.invalid): Reply => ({ status: 404, code });
export const NOT_ALLOWED: Reply = { status: 405, code: STATUS.clientError };
export const found = (data: unknown): Reply => ({ code: STATUS.success, data });

/** Returns the id of the object that the URL names. Null: the connection does not represent the object's party. */
export function ownedId({ caller: { connection, represents }, parameters }: Inbound): OwnedId | null {
  const { country = '', party = '', id = '' } = parameters;
  return isRepresented(represents, { country_code: country, party_id: party })
    ? { connectionId: connection.id, country_code: country, party_id: party, id }
    : null;
}

interface Whole<T> {
  raw: JsonObject;
  value: T;
  quirks: readonly Quirk[];
}

interface ReadWholeOptions<T> {
  schema: Joi.Schema<T>;
  body: unknown;
  version: OcpiVersion;
  /** Fields of the body that must equal the values in the URL. */
  ids: Readonly<Record<string, string>>;
}

export function readWhole<T>({
  schema,
  body,
  version,
  ids,
}: ReadWholeOptions<T>): Whole<T> | { faults: readonly MessageFault[] } {
  const reading = readMessage({ schema, message: body, version });
  const others = isObject(body) ? otherIds(body, ids) : [];
  if (!reading.isValid || others.length > 0 || !isObject(body))
    return { faults: reading.isValid ? others : [...reading.faults, ...others] };
  return { raw: body, value: reading.value, quirks: reading.quirks };
}

const otherIds = (message: JsonObject, ids: Readonly<Record<string, string>>): MessageFault[] =>
  Object.entries(ids).flatMap(([field, expected]) => {
    const given = message[field];
    if (given === undefined || (typeof given === 'string' && isSameId(given, expected))) return [];
    return [{ path: `$.${field}`, reason: 'is another one than in the address' }];
  });

/**
 * Converts the result of a receiver to a response.
 * @param unknown the status code if the object, or the object that contains it, is not stored
 */
export function replyTo(received: Received, unknown: Reply['code'] = STATUS.invalid): Reply {
  if (received.kind === 'invalid') return invalid(received.faults);
  if (received.kind === 'unknown') return notFound(unknown);
  return { status: received.kind === 'created' ? 201 : 200, code: STATUS.success };
}
