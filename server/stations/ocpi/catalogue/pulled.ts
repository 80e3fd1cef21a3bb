import { yieldToEventLoop } from '../../../platform/yieldToEventLoop.ts';
import { type MessageFault, type OcpiVersion, readMessage } from '../messages/message.ts';
import { isObject } from '../messages/patch.ts';
import type { JsonObject } from '../messages/receiver.ts';
import { type OcpiTariff, TARIFF } from '../messages/tariff.ts';
import type { OcpiStore } from '../storage/store.ts';
import { contentHash, locationKey, ownedBy, type StoredTariff, storedUpdatedAt, tariffKey, updatedAt } from './catalogueRows.ts';
import type { Selling } from './offers.ts';
import type { LocationChange } from './planning.ts';
import { resellAtDates, resellNow } from './resoldLocations.ts';

export interface PulledPage {
  connectionId: string;
  items: readonly unknown[];
  version: OcpiVersion;
  /** Start of the pull. An object that was pushed after this time may be newer than the pulled one. */
  startedAt: Date;
  /** True: the page is part of a whole list, so the offers of unchanged locations are recomputed too. */
  isWhole: boolean;
}

/** The result of storing one page. */
export interface StoredPage {
  /** Keys of the stored objects. */
  keys: readonly string[];
  /** The latest `last_updated` in the page, by the CPO platform's clock, in epoch milliseconds. Null: the page was empty. */
  latest: number | null;
  /** Errors in invalid objects. If a location is invalid, its stored version stays. */
  faults: readonly MessageFault[];
}

export interface Pulled {
  storeLocations(request: PulledPage): Promise<StoredPage>;
  storeTariffs(request: PulledPage): Promise<StoredPage>;
}

interface PulledDependencies {
  store: OcpiStore;
  selling: Selling;
  now(): Date;
}

/** Stores pulled pages of locations and tariffs. */
export function createPulled({ store, selling, now }: PulledDependencies): Pulled {
  return {
    async storeLocations({ connectionId, items, version, startedAt, isWhole }) {
      const owned = items.flatMap(raw => {
        const id = ownedBy(connectionId, raw);
        return id && isObject(raw) ? [{ id, raw }] : [];
      });
      const changes = owned.map(
        ({ id, raw }): LocationChange => ({
          owned: id,
          change(stored) {
            const isPushedSince = stored?.pushedAt != null && stored.pushedAt >= startedAt.getTime();
            if (isPushedSince && storedUpdatedAt(stored.raw, now()) > updatedAt(raw, now())) return { kind: 'outdated' };
            return { raw, version, pushedAt: stored?.pushedAt ?? null };
          },
        }),
      );
      const received = await selling.put({ connectionId, changes, isThorough: isWhole });
      const faults = received.flatMap((each, at) => (each.kind === 'invalid' ? below(owned[at]?.id.id ?? '', each.faults) : []));
      return pageOf({ items, keys: owned.map(({ id }) => locationKey(id)), faults, now: now() });
    },
    async storeTariffs({ connectionId, items, version, startedAt }) {
      const faults: MessageFault[] = [];
      const entries: { key: string; stored: StoredTariff; id: string; value: OcpiTariff | null }[] = [];
      for (const raw of items) {
        const owned = ownedBy(connectionId, raw);
        if (!owned || !isObject(raw)) continue;
        await yieldToEventLoop();
        const reading = readMessage({ schema: TARIFF, message: raw, version });
        if (!reading.isValid) faults.push(...below(owned.id, reading.faults));
        const stored = { raw, version, hash: contentHash(raw), pushedAt: null };
        entries.push({ key: tariffKey(owned), stored, id: owned.id, value: reading.isValid ? reading.value : null });
      }
      await store.inTransaction(async rows => {
        for (const { key, stored, id, value } of entries) {
          const known = (await rows.get(key)) as StoredTariff | null;
          if (known?.hash === stored.hash && known.version === version) continue;
          if (known && isPushedLater(known, { raw: stored.raw, startedAt, now: now() })) continue;
          // An invalid tariff is stored too, because the stored tariff that it replaces is no longer valid.
          await rows.put(key, { ...stored, pushedAt: known?.pushedAt ?? null });
          await resellNow(rows, { connectionId, tariffId: id, now: now() });
          if (value) await resellAtDates(rows, connectionId, value, now());
        }
      });
      return pageOf({ items, keys: entries.map(({ key }) => key), faults, now: now() });
    },
  };
}

const isPushedLater = ({ pushedAt, raw }: StoredTariff, pulled: { raw: JsonObject; startedAt: Date; now: Date }): boolean =>
  pushedAt !== null &&
  pushedAt >= pulled.startedAt.getTime() &&
  storedUpdatedAt(raw, pulled.now) > updatedAt(pulled.raw, pulled.now);

const below = (id: string, faults: readonly MessageFault[]): MessageFault[] =>
  faults.map(({ path, reason }) => ({ path: `${id} ${path}`, reason }));

interface PageParts extends Omit<StoredPage, 'latest' | 'keys'> {
  items: readonly unknown[];
  keys: readonly string[];
  now: Date;
}

function pageOf({ items, keys, faults, now }: PageParts): StoredPage {
  const nameless = items.filter(item => ownedBy('', item) === null);
  const times = items.filter(isObject).map(raw => updatedAt(raw, now));
  const reasons = nameless.map(() => ({ path: '$', reason: 'has no country_code, party_id and id' }));
  return { keys, latest: times.length > 0 ? Math.max(...times) : null, faults: [...reasons, ...faults] };
}
