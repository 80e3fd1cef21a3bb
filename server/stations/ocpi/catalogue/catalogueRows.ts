import { createHash } from 'node:crypto';
import type { ClientRecord } from '../../../core/records/records.ts';
import type { OcpiVersion } from '../messages/message.ts';
import { isObject } from '../messages/patch.ts';
import type { JsonObject, OwnedId } from '../messages/receiver.ts';
import { keyOf } from '../storage/store.ts';
import { connectorsOf, evsesOf } from './locationParts.ts';

/** Shapes and keys of the stored rows of locations and tariffs. */

interface StoredObject {
  raw: JsonObject;
  version: OcpiVersion;
  /** Hash of the content without its timestamps, because some CPO platforms renew all timestamps every hour. */
  hash: string;
  /** Epoch milliseconds of the last push. Null: the object has only been pulled. */
  pushedAt: number | null;
}

export interface StoredLocation extends StoredObject {
  /** Incremented with every change of the location. */
  revision: number;
  /** Ids of the tariffs that the location's connectors refer to, in upper case. */
  names: readonly string[];
  /**
   * The computed offer. `basis`: hash of everything that affects the offer, except the location itself. `outcome`: hash of the
   * offer. Null: the offer must be recomputed.
   */
  sold: { basis: string; outcome: string } | null;
}
export type StoredTariff = StoredObject;

export const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** Returns the settings of a brand that affect prices and locations. */
export const rulesOf = ({ id, parties, vat }: ClientRecord): unknown => [id, parties, vat];

/** Statuses of an EVSE that is not offered to drivers. */
const NOT_OFFERED: readonly unknown[] = ['REMOVED', 'PLANNED'];

/**
 * Hash of the content that affects the offer to drivers. Timestamps are left out. All statuses other than REMOVED and PLANNED
 * count as the same.
 */
export const contentHash = (raw: JsonObject): string =>
  createHash('sha256')
    .update(
      JSON.stringify(raw, (key, value: unknown) => {
        if (key === 'last_updated') return;
        return key === 'status' && isState(value) && !NOT_OFFERED.includes(value) ? 'SOLD' : value;
      }),
    )
    .digest('base64url');

const isState = (value: unknown): boolean => typeof value === 'string' && /^[A-Z]{1,40}$/.test(value);

/** Maps the uid of each EVSE, in upper case, to its status. */
export const statesOf = (raw: JsonObject): ReadonlyMap<string, string> =>
  new Map(evsesOf(raw).map(({ uid, status }) => [String(uid).toUpperCase(), String(status)]));

export const locationKey = ({ connectionId, country_code, party_id, id }: OwnedId): string =>
  keyOf('place', connectionId, country_code, party_id, id);
/** Returns the key of a tariff's row. The tariff id precedes the party, because connectors refer to tariffs without a party. */
export const tariffKey = ({ connectionId, country_code, party_id, id }: OwnedId): string =>
  keyOf('tariff', connectionId, id, country_code, party_id);
/**
 * Returns the key of the row that links a tariff id to a location. There is one such row for each tariff that a location refers
 * to.
 */
export const namingKey = (place: OwnedId, tariffId: string): string =>
  `${keyOf('naming', place.connectionId, tariffId)}:${locationKey(place)}`;

/**
 * Parses a stored row.
 * @returns null if the location is unknown
 */
export const parseStoredLocation = (json: unknown): StoredLocation | null =>
  isObject(json)
    ? { ...(json as unknown as StoredLocation), names: (json as Partial<Record<'names', string[]>>).names ?? [] }
    : null;

/** Returns the ids of the tariffs that the connectors refer to, in upper case, sorted, without duplicates. */
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
 * How far a `last_updated` may lie in the future. A later one comes from a wrong clock, and would prevent all later changes of
 * the object.
 */
const MAX_CLOCK_SKEW_MS = 10 * 60_000;

/**
 * Returns when the object was last changed, by the CPO platform's clock, in epoch milliseconds. A time too far in the future
 * becomes `now`.
 */
export const updatedAt = (raw: JsonObject, now: Date): number => lastUpdatedOf(raw, now) ?? now.getTime();
/**
 * Like `updatedAt`, but for a stored object. A time too far in the future becomes 0, so that any received object counts as
 * newer.
 */
export const storedUpdatedAt = (raw: JsonObject, now: Date): number => lastUpdatedOf(raw, now) ?? 0;

/**
 * Parses `last_updated`. A time without a zone is UTC, as in OCPI.
 * @returns null if the time is too far in the future
 */
function lastUpdatedOf(raw: JsonObject, now: Date): number | null {
  const lastUpdated = String(raw.last_updated);
  const at = Date.parse(/Z|[+-]\d\d:?\d\d$/i.test(lastUpdated) ? lastUpdated : `${lastUpdated}Z`) || 0;
  return at > now.getTime() + MAX_CLOCK_SKEW_MS ? null : at;
}
