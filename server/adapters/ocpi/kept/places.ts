import type { Catalogue, ToldLocation } from '../../../operator/stationPort.ts';
import type { CatalogueReceiver, JsonObject, OwnedId, PlaceId, Received } from '../endpoints/receiver.ts';
import { type LocationSales, locationSales, type SellingSwitches } from '../mapping/locationSales.ts';
import { LOCATION, type OcpiLocation } from '../messages/location.ts';
import { isSameId, type OcpiVersion, readMessage } from '../messages/message.ts';
import { isObject, merged } from '../messages/patch.ts';
import { type OcpiTariff, TARIFF } from '../messages/tariff.ts';
import { keyOf, type OcpiStore } from './store.ts';

export interface PlacesDependencies {
  store: OcpiStore;
  catalogue(): Catalogue;
  now(): Date;
}

/** What is known of a plug beside what is sold there. */
export interface PlugFacts {
  isDc: boolean;
  canUnlock: boolean;
}

export interface Places extends CatalogueReceiver {
  /** A location as it was pulled. */
  take(ask: { connectionId: string; raw: unknown; version: OcpiVersion }): Promise<Received>;
  takeTariff(ask: { connectionId: string; raw: unknown; version: OcpiVersion }): Promise<Received>;
  /** Sells every location of a connection again: its tariffs have changed. */
  sellAll(connectionId: string): Promise<void>;
  /** Of a plug of a location that was told since the start of this process; null: not known. */
  plug(ask: { source: string; evseUid: string; connector: string }): PlugFacts | null;
}

interface KeptPlace {
  raw: JsonObject;
  version: OcpiVersion;
}
interface KeptTariff {
  raw: JsonObject;
  version: OcpiVersion;
}

/** What an operator has decided for all connections. */
const SWITCHES: SellingSwitches = { assumesRemoteStart: false, sellsRegularTariffs: false, acceptsZeroVat: false };

const lastUpdated = (raw: JsonObject): number => Date.parse(String(raw.last_updated)) || 0;
const placeKey = ({ connectionId, country_code, party_id, id }: OwnedId) =>
  keyOf('place', connectionId, country_code, party_id, id);
const tariffKey = ({ connectionId, country_code, party_id, id }: OwnedId) =>
  keyOf('tariff', connectionId, country_code, party_id, id);
const listOf = (raw: JsonObject, field: string): JsonObject[] => (Array.isArray(raw[field]) ? raw[field].filter(isObject) : []);

/** Locations and tariffs as their CPO writes them, and what of them is sold. */
export function keepPlaces(dependencies: PlacesDependencies): Places {
  const { store, catalogue, now } = dependencies;
  const plugs = new Map<string, PlugFacts>();

  const tariffsOf = async (connectionId: string): Promise<OcpiTariff[]> =>
    (await store.list(`tariff:${connectionId}:`)).flatMap(({ json }) => {
      const { raw, version } = json as KeptTariff;
      const reading = readMessage({ schema: TARIFF, message: raw, version });
      return reading.isValid ? [reading.value] : [];
    });

  const sell = async (connectionId: string, location: OcpiLocation): Promise<void> => {
    const seller = await catalogue().findSeller(`${location.country_code}*${location.party_id}`);
    const tariffs = await tariffsOf(connectionId);
    const clients = seller ? [seller] : [];
    const sales = locationSales({ connectionId, location, tariffs, clients, switches: SWITCHES, now: now() });
    const source = `ocpi:${connectionId}`;
    for (const { point, address } of sales.points)
      for (const { id, isDc } of point.connectors)
        plugs.set([source, address.evse_uid, id].join('\n'), { isDc, canUnlock: address.canUnlock });
    await catalogue().putLocation(toldLocation(source, location, sales));
  };

  /** Stores a whole location and sells it. What is older than what is known is dropped. */
  const put = async (owned: OwnedId, { raw, version }: KeptPlace): Promise<Received> => {
    const reading = readMessage({ schema: LOCATION, message: raw, version });
    if (!reading.isValid) return { kind: 'invalid', faults: reading.faults };
    const key = placeKey(owned);
    const known = (await store.get(key)) as KeptPlace | null;
    await store.put(key, { raw, version } satisfies KeptPlace);
    await sell(owned.connectionId, reading.value);
    return { kind: known ? 'updated' : 'created' };
  };

  const putTariff = async (tariff: OwnedId, kept: KeptTariff): Promise<Received> => {
    const known = await store.get(tariffKey(tariff));
    await store.put(tariffKey(tariff), kept);
    await sellAll(tariff.connectionId);
    return { kind: known ? 'updated' : 'created' };
  };

  const sellAll = async (connectionId: string): Promise<void> => {
    for (const { json } of await store.list(`place:${connectionId}:`)) {
      const { raw, version } = json as KeptPlace;
      const reading = readMessage({ schema: LOCATION, message: raw, version });
      if (reading.isValid) await sell(connectionId, reading.value);
    }
  };

  return {
    ...receiverOf({ store, put, putTariff, sellAll }),
    async take({ connectionId, raw, version }) {
      const owned = ownedBy(connectionId, raw);
      return owned && isObject(raw) ? put(owned, { raw, version }) : { kind: 'unknown' };
    },
    async takeTariff({ connectionId, raw, version }) {
      const owned = ownedBy(connectionId, raw);
      if (!owned || !isObject(raw)) return { kind: 'unknown' };
      const known = await store.get(tariffKey(owned));
      await store.put(tariffKey(owned), { raw, version } satisfies KeptTariff);
      return { kind: known ? 'updated' : 'created' };
    },
    sellAll,
    plug: ({ source, evseUid, connector }) => plugs.get([source, evseUid, connector].join('\n')) ?? null,
  };
}

interface Kept {
  store: OcpiStore;
  put(owned: OwnedId, place: KeptPlace): Promise<Received>;
  putTariff(tariff: OwnedId, kept: KeptTariff): Promise<Received>;
  sellAll(connectionId: string): Promise<void>;
}

/** What CPOs push: whole objects, and changes of them by their time. */
function receiverOf({ store, put, putTariff, sellAll }: Kept): CatalogueReceiver {
  return {
    async findPlace(place) {
      const kept = (await store.get(placeKey(place))) as KeptPlace | null;
      return kept && partOf(kept.raw, place);
    },
    async putPlace({ place, raw, lastUpdated: at, version }) {
      const kept = (await store.get(placeKey(place))) as KeptPlace | null;
      if (!kept && place.evseUid !== null) return { kind: 'unknown' };
      const known = kept && partOf(kept.raw, place);
      if (known && lastUpdated(known) > at.getTime()) return { kind: 'outdated' };
      const whole = place.evseUid === null ? raw : withPart(kept?.raw ?? {}, place, raw);
      return whole ? put(place, { raw: whole, version }) : { kind: 'unknown' };
    },
    async patchPlace({ place, patch, lastUpdated: at, version }) {
      const kept = (await store.get(placeKey(place))) as KeptPlace | null;
      const known = kept && partOf(kept.raw, place);
      if (!kept || !known) return { kind: 'unknown' };
      if (lastUpdated(known) > at.getTime()) return { kind: 'outdated' };
      const whole = place.evseUid === null ? merged(known, patch) : withPart(kept.raw, place, merged(known, patch));
      return whole ? put(place, { raw: whole, version }) : { kind: 'unknown' };
    },
    findTariff: async tariff => ((await store.get(tariffKey(tariff))) as KeptTariff | null)?.raw ?? null,
    putTariff: ({ tariff, raw }) => putTariff(tariff, { raw, version: '2.3.0' }),
    async removeTariff(tariff) {
      if (!(await store.get(tariffKey(tariff)))) return { kind: 'unknown' };
      await store.delete(tariffKey(tariff));
      await sellAll(tariff.connectionId);
      return { kind: 'updated' };
    },
  };
}

/** What is sold of a location, under names that no other source has. */
function toldLocation(source: string, { country_code, party_id, id }: OcpiLocation, sales: LocationSales): ToldLocation {
  const idOf = (tariffId: string) => `${source}/${tariffId}`;
  return {
    source,
    location: `${country_code}*${party_id}*${id}`.toUpperCase(),
    points: sales.points.map(({ point, address }) => ({
      ...point,
      connectors: point.connectors.map(connector => ({ ...connector, tariffId: idOf(connector.tariffId) })),
      station: {
        source,
        countryCode: address.country_code,
        partyId: address.party_id,
        locationId: address.location_id,
        evseUid: address.evse_uid,
        chargePoint: null,
      },
    })),
    tariffs: sales.tariffs.map(({ record }) => ({ ...record, id: idOf(record.id) })),
    refused: sales.unsold,
  };
}

function ownedBy(connectionId: string, raw: unknown): OwnedId | null {
  if (!isObject(raw)) return null;
  const [country_code, party_id, id] = [raw.country_code, raw.party_id, raw.id];
  if (typeof country_code !== 'string' || typeof party_id !== 'string' || typeof id !== 'string') return null;
  return { connectionId, country_code, party_id, id };
}

/** The object that an address names; null: there is none. */
function partOf(location: JsonObject, { evseUid, connectorId }: PlaceId): JsonObject | null {
  if (evseUid === null) return location;
  const evse = listOf(location, 'evses').find(({ uid }) => isSameId(String(uid), evseUid)) ?? null;
  if (evse === null || connectorId === null) return evse;
  return listOf(evse, 'connectors').find(({ id }) => isSameId(String(id), connectorId)) ?? null;
}

/** The location with one EVSE or connector replaced or added; its parents are as new as it (OCPI 2.2.1 §8.2.2.3). */
function withPart(location: JsonObject, { evseUid, connectorId }: PlaceId, part: JsonObject): JsonObject | null {
  const evses = listOf(location, 'evses');
  const time = { last_updated: part.last_updated };
  if (connectorId === null) return { ...location, ...time, evses: replaced(evses, part, 'uid') };
  const evse = evses.find(({ uid }) => isSameId(String(uid), evseUid ?? ''));
  if (!evse) return null;
  const connectors = replaced(listOf(evse, 'connectors'), part, 'id');
  return { ...location, ...time, evses: replaced(evses, { ...evse, ...time, connectors }, 'uid') };
}

const replaced = (list: readonly JsonObject[], part: JsonObject, id: 'uid' | 'id'): JsonObject[] => {
  const isIt = (each: JsonObject) => isSameId(String(each[id]), String(part[id]));
  return list.some(isIt) ? list.map(each => (isIt(each) ? part : each)) : [...list, part];
};
