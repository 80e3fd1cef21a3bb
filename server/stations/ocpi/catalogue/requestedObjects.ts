import type { OwnedId } from '../messages/receiver.ts';
import { keyOf, type OcpiStore } from '../storage/store.ts';

/** A location that must be requested from the CPO platform, because only a part of it was pushed. */
export interface Wanted extends OwnedId {
  tries: number;
  notBefore: string;
}

const MAX_ATTEMPTS = 5;
const MINUTE_MS = 60_000;

const wantedKey = ({ connectionId, country_code, party_id, id }: OwnedId) =>
  keyOf('wanted', connectionId, country_code, party_id, id);

export function wantedRow({ connectionId, country_code, party_id, id }: OwnedId, now: Date): { key: string; json: Wanted } {
  const owned = { connectionId, country_code, party_id, id };
  return { key: wantedKey(owned), json: { ...owned, tries: 0, notBefore: now.toISOString() } };
}

/**
 * Maximum number of requested locations per connection, because a CPO platform can push parts of any number of nonexistent
 * locations.
 */
const MAX_WANTED = 1000;

/**
 * Marks a location to be requested. If the maximum is reached, the location is not marked, and arrives with the next pulled
 * list.
 */
export async function addWanted(store: OcpiStore, owned: OwnedId, now: Date): Promise<void> {
  const known = await store.listKeys(`${keyOf('wanted', owned.connectionId)}:`, { limit: MAX_WANTED });
  const { key, json } = wantedRow(owned, now);
  if (known.length < MAX_WANTED) await store.put(key, json);
}

export async function dueWanted(store: OcpiStore, connectionId: string, now: Date): Promise<readonly Wanted[]> {
  const rows = await store.list(`${keyOf('wanted', connectionId)}:`);
  return rows.map(({ json }) => json as Wanted).filter(({ notBefore }) => notBefore <= now.toISOString());
}

/** Cancels the request of a location that has arrived or that the CPO platform does not know. */
export const dropWanted = (store: OcpiStore, wanted: Wanted): Promise<void> => store.delete(wantedKey(wanted));

/**
 * Postpones the request, because the CPO platform did not respond. After five attempts the request is dropped, and the location
 * arrives with the next pulled list.
 */
export async function putOffWanted(store: OcpiStore, wanted: Wanted, now: Date): Promise<void> {
  const tries = wanted.tries + 1;
  if (tries >= MAX_ATTEMPTS) return dropWanted(store, wanted);
  const notBefore = new Date(now.getTime() + tries * MINUTE_MS).toISOString();
  await store.put(wantedKey(wanted), { ...wanted, tries, notBefore } satisfies Wanted);
}
