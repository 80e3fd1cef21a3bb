import { createExclusiveRunner } from '../../../../shared/util/runExclusive.ts';
import { merged } from '../messages/patch.ts';
import type { CatalogueReceiver, JsonObject, LocationId, Received } from '../messages/receiver.ts';
import type { OcpiStore } from '../storage/store.ts';
import {
  contentHash,
  locationKey,
  parseStoredLocation,
  type StoredLocation,
  type StoredTariff,
  storedUpdatedAt,
  tariffKey,
  updatedAt,
} from './catalogueRows.ts';
import { partOf, withPart } from './locationParts.ts';
import { createSelling, type Selling } from './offers.ts';
import type { NextLocation, SellingDependencies } from './planning.ts';
import { createPulled, type Pulled } from './pulled.ts';
import { addWanted, wantedRow } from './requestedObjects.ts';
import { createResales, type Resales, resellAtDates, resellNow } from './resoldLocations.ts';

export interface LocationStore extends CatalogueReceiver, Pulled {
  /** Recomputes offers after tariffs or settings have changed. */
  resales: Resales;
}

/**
 * If a pushed tariff affects at most this many locations, their prices are recomputed before the CPO platform gets its response.
 * Otherwise all of them are recomputed in the background.
 */
const MAX_RESALES_BEFORE_REPLY = 20;

/** Stores locations and tariffs as the CPO platforms send them, and offers them to drivers. */
export function createLocationStore(dependencies: SellingDependencies): LocationStore {
  const { store, now } = dependencies;
  const selling = createSelling(dependencies);
  const resales = createResales({ ...dependencies, selling });
  return {
    ...receivedLocations({ store, selling, now }),
    ...receivedTariffs({ store, resales, now }),
    ...createPulled({ store, selling, now }),
    resales,
  };
}

/**
 * Receives pushed locations, EVSEs and connectors, whole or as patches. A push is ignored if its `last_updated` is older than
 * that of the stored object.
 */
function receivedLocations({
  store,
  selling,
  now,
}: {
  store: OcpiStore;
  selling: Selling;
  now(): Date;
}): Pick<CatalogueReceiver, 'findLocation' | 'putLocation' | 'patchLocation'> {
  const runExclusively = createExclusiveRunner();
  type Change = (known: JsonObject | null, stored: StoredLocation | null) => JsonObject | null;
  const put = async (
    { place, lastUpdated, version }: { place: LocationId; lastUpdated: Date; version: StoredLocation['version'] },
    change: Change,
  ): Promise<Received> => {
    const at = now();
    const changed = (stored: StoredLocation | null): NextLocation | Received => {
      const known = stored && partOf(stored.raw, place);
      if (known && storedUpdatedAt(known, at) > updatedAt({ last_updated: lastUpdated.toISOString() }, at))
        return { kind: 'outdated' };
      const raw = change(known, stored);
      if (raw === null) return { kind: 'unknown' };
      // Only the status REMOVED removes an EVSE (OCPI 2.2.1 §8.1). A pushed location without EVSEs is therefore incomplete, and
      // is requested from the CPO platform.
      return {
        raw,
        version,
        pushedAt: at.getTime(),
        pushed: place,
        ...(raw.evses === undefined ? { also: [wantedRow(place, at)] } : {}),
      };
    };
    const { connectionId } = place;
    // Pushes for one location are processed one after the other, because concurrent ones would conflict in the database.
    const [received = { kind: 'unknown' }] = await runExclusively(locationKey(place), () =>
      selling.put({ connectionId, changes: [{ owned: place, change: changed }] }),
    );
    if (received.kind === 'unknown') await addWanted(store, place, at);
    return received;
  };
  return {
    async findLocation(place) {
      const stored = parseStoredLocation(await store.get(locationKey(place)));
      return stored && partOf(stored.raw, place);
    },
    putLocation: ({ place, raw, ...request }) =>
      put({ place, ...request }, (_known, stored) => {
        if (place.evseUid === null) return raw;
        return stored && withPart(stored.raw, place, raw);
      }),
    patchLocation: ({ place, patch, ...request }) =>
      put({ place, ...request }, (known, stored) => {
        if (!stored || !known) return null;
        return place.evseUid === null ? merged(known, patch) : withPart(stored.raw, place, merged(known, patch));
      }),
  };
}

/** Receives pushed tariffs. The offers of all locations that refer to a changed tariff are recomputed. */
function receivedTariffs({
  store,
  resales,
  now,
}: {
  store: OcpiStore;
  resales: Resales;
  now(): Date;
}): Pick<CatalogueReceiver, 'findTariff' | 'putTariff' | 'removeTariff'> {
  return {
    findTariff: async tariff => ((await store.get(tariffKey(tariff))) as StoredTariff | null)?.raw ?? null,
    async putTariff({ tariff, raw, value, version }) {
      const { connectionId } = tariff;
      const at = now();
      const stored: StoredTariff = { raw, version, hash: contentHash(raw), pushedAt: at.getTime() };
      const received = await store.inTransaction<Received>(async rows => {
        const before = (await rows.get(tariffKey(tariff))) as StoredTariff | null;
        if (before && storedUpdatedAt(before.raw, at) > updatedAt(raw, at)) return { kind: 'outdated' };
        await rows.put(tariffKey(tariff), stored);
        if (before?.hash === stored.hash && before.version === stored.version) return { kind: 'updated' };
        await resellNow(rows, { connectionId, tariffId: tariff.id, now: at });
        await resellAtDates(rows, connectionId, value, at);
        return { kind: before ? 'updated' : 'created' };
      });
      await resales.due(connectionId, { limit: MAX_RESALES_BEFORE_REPLY });
      return received;
    },
    async removeTariff(tariff) {
      const { connectionId } = tariff;
      const isKnown = await store.inTransaction(async rows => {
        if (!(await rows.get(tariffKey(tariff)))) return false;
        await rows.delete(tariffKey(tariff));
        await resellNow(rows, { connectionId, tariffId: tariff.id, now: now() });
        return true;
      });
      await resales.due(connectionId, { limit: MAX_RESALES_BEFORE_REPLY });
      return { kind: isKnown ? 'updated' : 'unknown' };
    },
  };
}
