import { createHash } from 'node:crypto';
import type { ClientRecord } from '../../../core/records/records.ts';
import type { OcpiVersion } from '../messages/message.ts';
import { isObject } from '../messages/patch.ts';
import type { JsonObject, OwnedId } from '../messages/receiver.ts';
import { keyOf } from '../storage/store.ts';
import { connectorsOf, evsesOf } from './locationParts.ts';

/** What is kept of places and tariffs, and under which keys. */

interface StoredObject {
  raw: JsonObject;
  version: OcpiVersion;
  /** Of all it says but the time: several peers renew all times every hour. */
  hash: string;
  /** Epoch milliseconds of the last push; null: pulled only. */
  pushedAt: number | null;
}

export interface StoredLocation extends StoredObject {
  /** Counted up with every change. */
  revision: number;
  /** The tariffs that its connectors name, as keys name them. */
  names: readonly string[];
  /** What it was sold by, and what was sold; null: it has to be sold again. */
  sold: { basis: string; outcome: string } | null;
}
export type StoredTariff = StoredObject;

export const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** What prices and places hang on of whoever sells them. */
export const rulesOf = ({ id, parties, vat }: ClientRecord): unknown => [id, parties, vat];

/** States that decide whether an EVSE is sold at all. */
const SELLING: readonly unknown[] = ['REMOVED', 'PLANNED'];

/** Of all that decides about selling: neither times nor how plugs stand. */
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

/** How the EVSEs of a location stand, by their uids. */
export const statesOf = (raw: JsonObject): ReadonlyMap<string, string> =>
  new Map(evsesOf(raw).map(({ uid, status }) => [String(uid).toUpperCase(), String(status)]));

export const locationKey = ({ connectionId, country_code, party_id, id }: OwnedId): string =>
  keyOf('place', connectionId, country_code, party_id, id);
/** By id first: connectors name no party. */
export const tariffKey = ({ connectionId, country_code, party_id, id }: OwnedId): string =>
  keyOf('tariff', connectionId, id, country_code, party_id);
/** A row for each tariff that a location names. */
export const namingKey = (place: OwnedId, tariffId: string): string =>
  `${keyOf('naming', place.connectionId, tariffId)}:${locationKey(place)}`;

/** Null: it is not known. */
export const parseStoredLocation = (json: unknown): StoredLocation | null =>
  isObject(json)
    ? { ...(json as unknown as StoredLocation), names: (json as Partial<Record<'names', string[]>>).names ?? [] }
    : null;

/** The tariffs that its connectors name, each once. */
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

/** A clock that is further ahead is wrong: what it has dated must not keep later changes out. */
const MAX_CLOCK_SKEW_MS = 10 * 60_000;

/** When an object was changed, by its peer; one from the future counts as of now. */
export function updatedAt(raw: JsonObject, now: Date): number {
  const lastUpdated = String(raw.last_updated);
  const at = Date.parse(/Z|[+-]\d\d:?\d\d$/i.test(lastUpdated) ? lastUpdated : `${lastUpdated}Z`) || 0;
  return at > now.getTime() + MAX_CLOCK_SKEW_MS ? now.getTime() : at;
}
/** The same of what is kept: nobody knows how old it really is, so that anything counts as newer. */
export const storedUpdatedAt = (raw: JsonObject, now: Date): number => {
  const lastUpdated = Date.parse(String(raw.last_updated)) || 0;
  return lastUpdated > now.getTime() + MAX_CLOCK_SKEW_MS ? 0 : updatedAt(raw, now);
};
