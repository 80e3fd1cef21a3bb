import type { OwnedId } from '../messages/receiver.ts';
import { keyOf, type OcpiStore } from '../storage/store.ts';

/** A location that its CPO has told of in part: it has to be asked for. */
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

/** So many of a connection at a time: a peer can push parts of any number of places that do not exist. */
const MAX_WANTED = 1000;

/** Notes that a location is to be asked for; the lists tell of those for which there is no room. */
export async function addWanted(store: OcpiStore, owned: OwnedId, now: Date): Promise<void> {
  const known = await store.listKeys(`${keyOf('wanted', owned.connectionId)}:`, { most: MAX_WANTED });
  const { key, json } = wantedRow(owned, now);
  if (known.length < MAX_WANTED) await store.put(key, json);
}

export async function dueWanted(store: OcpiStore, connectionId: string, now: Date): Promise<readonly Wanted[]> {
  const rows = await store.list(`${keyOf('wanted', connectionId)}:`);
  return rows.map(({ json }) => json as Wanted).filter(({ notBefore }) => notBefore <= now.toISOString());
}

/** It has come, or its CPO does not know it. */
export const dropWanted = (store: OcpiStore, wanted: Wanted): Promise<void> => store.delete(wantedKey(wanted));

/** Its CPO did not answer; after some tries the lists will tell. */
export async function putOffWanted(store: OcpiStore, wanted: Wanted, now: Date): Promise<void> {
  const tries = wanted.tries + 1;
  if (tries >= MAX_ATTEMPTS) return dropWanted(store, wanted);
  const notBefore = new Date(now.getTime() + tries * MINUTE_MS).toISOString();
  await store.put(wantedKey(wanted), { ...wanted, tries, notBefore } satisfies Wanted);
}
