import { yieldToEventLoop } from '../../../platform/yieldToEventLoop.ts';
import { keyOf, keysBelow, type OcpiStore } from '../storage/store.ts';
import type { StoredTariff } from './catalogueRows.ts';
import { removeStoredLocation } from './partyChanges.ts';
import { resellNow } from './resoldLocations.ts';

export interface RemoveVanishedOptions {
  connectionId: string;
  kind: 'place' | 'tariff';
  /** Keys of all objects in a list that was received completely. */
  seen: ReadonlySet<string>;
  /** Start of the pull. An object that was pushed after this time may be missing from the list. */
  startedAt: Date;
}

export interface Vanished {
  known: number;
  vanished: number;
  /** False: nothing was removed. So many objects were missing that the list is probably wrong. */
  isRemoved: boolean;
}

/**
 * Missing objects are removed if they are fewer than a fifth of the known objects. Up to five are always removed, unless they
 * are all known objects. If more are missing, the list is probably wrong.
 */
const MAX_REMOVED_SHARE = 0.2;
const MAX_REMOVED = 5;

/** Removes stored objects that are missing from a whole list, and withdraws their offers. */
export async function removeVanished(
  store: OcpiStore,
  { connectionId, kind, seen, startedAt }: RemoveVanishedOptions,
  now: Date,
): Promise<Vanished> {
  const vanished: string[] = [];
  let known = 0;
  for await (const keys of keysBelow(store, `${keyOf(kind, connectionId)}:`)) {
    known += keys.length;
    vanished.push(...keys.filter(key => !seen.has(key)));
    await yieldToEventLoop();
  }
  const isRemoved = vanished.length < known * MAX_REMOVED_SHARE || (vanished.length <= MAX_REMOVED && vanished.length < known);
  if (isRemoved)
    for (const key of vanished) {
      if (kind === 'place') await removeStoredLocation(store, connectionId, key, stored => isPushedSince(stored, startedAt));
      else await removeTariff(store, { connectionId, startedAt, now, key });
      await yieldToEventLoop();
    }
  return { known, vanished: vanished.length, isRemoved };
}

interface RemovalOptions {
  connectionId: string;
  key: string;
  startedAt: Date;
  now: Date;
}

const isPushedSince = ({ pushedAt }: { pushedAt: number | null }, startedAt: Date): boolean =>
  pushedAt !== null && pushedAt >= startedAt.getTime();

const removeTariff = (store: OcpiStore, { connectionId, key, startedAt, now }: RemovalOptions): Promise<void> =>
  store.inTransaction(async rows => {
    const stored = (await rows.get(key)) as StoredTariff | null;
    if (!stored || isPushedSince(stored, startedAt)) return;
    await rows.delete(key);
    await resellNow(rows, { connectionId, tariffId: String(stored.raw.id), now });
  });
