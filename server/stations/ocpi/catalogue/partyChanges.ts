import type { CatalogueWriter } from '../../../core/ports/cataloguePort.ts';
import type { KeyValueStore } from '../../../core/ports/ports.ts';
import { yieldToEventLoop } from '../../../platform/yieldToEventLoop.ts';
import type { Connection } from '../connections/connections.ts';
import { type Represents, representationOf } from '../connections/parties.ts';
import { keyOf, keysBelow, type OcpiStore } from '../storage/store.ts';
import { namingKey, ownedBy, parseStoredLocation, type StoredTariff } from './catalogueRows.ts';
import { partiesOf } from './parties.ts';
import { readAgain } from './pullStates.ts';
import { locationName, sourceOf } from './pushedLocation.ts';

interface ChangeDependencies {
  rows: KeyValueStore;
  catalogue: CatalogueWriter;
  now: Date;
}

interface Change {
  before: readonly Connection[];
  after: readonly Connection[];
}

const NONE: Represents = () => false;
const standingOf = ({ id, state, roles, hubParty, confirmed }: Connection): unknown => [id, state, roles, hubParty, confirmed];
const isSame = (a: readonly Connection[], b: readonly Connection[]): boolean => {
  const written = (all: readonly Connection[]) => JSON.stringify(all.toSorted((x, y) => (x.id < y.id ? -1 : 1)).map(standingOf));
  return written(a) === written(b);
};

/**
 * Withdraws the points of parties that a connection no longer represents, in the transaction of that change. The next pull reads
 * the whole list and removes the stored rows. Running sessions continue.
 */
export async function applyPartyChanges({ rows, catalogue, now }: ChangeDependencies, { before, after }: Change): Promise<void> {
  if (isSame(before, after)) return;
  for (const connection of after) {
    const { id } = connection;
    const earlier = before.find(each => each.id === id);
    const was = earlier ? representationOf(earlier, before) : NONE;
    const is = representationOf(connection, after);
    const lost = (await partiesOf(rows, id)).filter(party => was(party) && !is(party));
    for (const party of lost) {
      await catalogue.removeParty({ source: sourceOf(id), party });
      await rows.put(lostKey(id, party), true);
    }
    const named = [...before, ...after].flatMap(({ roles, confirmed }) => [
      ...roles.map(({ country_code, party_id }) => `${country_code}*${party_id}`.toUpperCase()),
      ...confirmed.parties,
    ]);
    const isWider =
      JSON.stringify(earlier?.confirmed) !== JSON.stringify(connection.confirmed) ||
      named.some(party => is(party) && !was(party));
    if (lost.length > 0 || isWider) await readAgain(rows, id, now);
  }
}

const lostPrefix = (connectionId: string): string => `${keyOf('lost', connectionId)}:`;
const lostKey = (connectionId: string, party: string): string => keyOf('lost', connectionId, ...party.split('*'));

/**
 * Removes the stored locations and tariffs of parties that a connection no longer represents, one object at a time.
 * `applyPartyChanges` has already withdrawn their points from drivers.
 */
export async function removeLostParties(store: OcpiStore, connectionId: string): Promise<void> {
  const flags = await store.listKeys(lostPrefix(connectionId));
  if (flags.length === 0) return;
  const below = flags.map(flag => flag.slice(lostPrefix(connectionId).length));
  for (const party of below)
    for await (const keys of keysBelow(store, `${keyOf('place', connectionId)}:${party}:`))
      for (const key of keys) {
        await removeStoredLocation(store, connectionId, key);
        await yieldToEventLoop();
      }
  for await (const keys of keysBelow(store, `${keyOf('tariff', connectionId)}:`))
    for (const key of keys.filter(each => below.some(party => each.endsWith(`:${party}`)))) {
      await store.delete(key);
      await yieldToEventLoop();
    }
  for (const flag of flags) await store.delete(flag);
}

/** Withdraws a location and removes its rows, unless `stays` returns true. */
export const removeStoredLocation = (
  store: OcpiStore,
  connectionId: string,
  key: string,
  stays: (stored: Pick<StoredTariff, 'pushedAt'>) => boolean = () => false,
): Promise<void> =>
  store.inTransaction(async (rows, catalogue) => {
    const stored = parseStoredLocation(await rows.get(key));
    const owned = ownedBy(connectionId, stored?.raw);
    if (!stored || !owned || stays(stored)) return;
    await catalogue.removeLocation({ source: sourceOf(connectionId), location: locationName(owned) });
    for (const tariffId of stored.names) await rows.delete(namingKey(owned, tariffId));
    await rows.delete(key);
  });
