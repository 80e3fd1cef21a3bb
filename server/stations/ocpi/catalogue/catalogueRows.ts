import { createHash } from 'node:crypto';
import type { ClientRecord } from '../../../core/records/records.ts';
import type { OcpiVersion } from '../messages/message.ts';
import { isObject } from '../messages/patch.ts';
import type { JsonObject, OwnedId } from '../messages/receiver.ts';
import { keyOf } from '../storage/store.ts';
import { connectorsOf, evsesOf } from './locationParts.ts';

/** The rows of stored locations and tariffs, and their keys. */

interface StoredObject {
  raw: JsonObject;
  version: OcpiVersion;
  /** Hash of the content without the times. Some platforms renew all times every hour. */
  hash: string;
  /** Epoch milliseconds of the last push. Null: the object was only pulled. */
  pushedAt: number | null;
}

export interface StoredLocation extends StoredObject {
  /** Incremented with every change. */
  revision: number;
  /** Ids of the tariffs that the connectors refer to, in upper case. */
  names: readonly string[];
  /** Hashes of the sale's inputs besides the location, and of the result of the sale. Null: the sale must be computed again. */
  sold: { basis: string; outcome: string } | null;
}
export type StoredTariff = StoredObject;

export const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** The fields of a client that affect prices and locations. */
export const rulesOf = ({ id, parties, vat }: ClientRecord): unknown => [id, parties, vat];

/** Statuses that decide whether an EVSE is sold at all. */
const SELLING: readonly unknown[] = ['REMOVED', 'PLANNED'];

/** Hash of the content that affects sales. Times are left out. A status counts only if the EVSE is not sold in that status. */
export const contentHash = (raw: JsonObject): string =>
  createHash('sha256')
    .update(
      JSON.stringify(raw, (key, value: unknown) => {
        if (key === 'last_updated') return;
        return key === 'status' && isState(value) && !SELLING.includes(value) ? 'SOLD' : value;
      }),
    )
    .digest('base64url');

const isState = (value: unknown): boolean => typeof value === 'string' && /^[A-Z]{1,40}$/.test(value);

/** Maps the uid of each EVSE, in upper case, to the status. */
export const statesOf = (raw: JsonObject): ReadonlyMap<string, string> =>
  new Map(evsesOf(raw).map(({ uid, status }) => [String(uid).toUpperCase(), String(status)]));

export const locationKey = ({ connectionId, country_code, party_id, id }: OwnedId): string =>
  keyOf('place', connectionId, country_code, party_id, id);
/** The tariff id comes before the party, because connectors refer to tariffs without a party. */
export const tariffKey = ({ connectionId, country_code, party_id, id }: OwnedId): string =>
  keyOf('tariff', connectionId, id, country_code, party_id);
/** Key of the row that links a tariff id to a location. There is one row per tariff that the location refers to. */
export const namingKey = (place: OwnedId, tariffId: string): string =>
  `${keyOf('naming', place.connectionId, tariffId)}:${locationKey(place)}`;

/**
 * Reads a stored row.
 * @returns null if the location is unknown
 */
export const parseStoredLocation = (json: unknown): StoredLocation | null =>
  isObject(json)
    ? { ...(json as unknown as StoredLocation), names: (json as Partial<Record<'names', string[]>>).names ?? [] }
    : null;

/** Ids of the tariffs that the connectors refer to, in upper case, sorted, without duplicates. */
export const namesIn = (raw: JsonObject): string[] => {
  const named = evsesOf(raw).flatMap(connectorsOf);
  const ids = named.flatMap(({ tariff_ids }) => (Array.isArray(tariff_ids) ? tariff_ids : []));
  return [...new Set(ids.map(id => String(id).toUpperCase()))].sort();
};

export function ownedBy(connectionId: string, raw: unknown): OwnedId | null {
  if (!isObject(raw)) return null;
  const [country_code, party_id, id] = [raw.country_code, raw.party_id, raw.id];
  if (typeof country_code !== 'string' || typeof party_id !== 'string' || typeof id !== 'string') return null;
  return { connectionId, country_code, party_id, id };
}

/**
 * A `last_updated` further in the future comes from a wrong clock. Without this limit, an object with a wrong date would block
 * later changes.
 */
const MAX_CLOCK_SKEW_MS = 10 * 60_000;

/** The time of the last change on the platform's clock, in epoch milliseconds. A time too far in the future becomes `now`. */
export const updatedAt = (raw: JsonObject, now: Date): number => lastUpdatedOf(raw, now) ?? now.getTime();
/**
 * Like `updatedAt`, for a stored object. A time too far in the future becomes 0, because the real age is unknown. Any received
 * object then counts as newer.
 */
export const storedUpdatedAt = (raw: JsonObject, now: Date): number => lastUpdatedOf(raw, now) ?? 0;

/** A time without zone is UTC, as in OCPI. Null: the time is too far in the future. */
function lastUpdatedOf(raw: JsonObject, now: Date): number | null {
  const lastUpdated = String(raw.last_updated);
  const at = Date.parse(/Z|[+-]\d\d:?\d\d$/i.test(lastUpdated) ? lastUpdated : `${lastUpdated}Z`) || 0;
  return at > now.getTime() + MAX_CLOCK_SKEW_MS ? null : at;
}
