import { ocpiRows } from '../../../server/compose/sources.ts';
import type { ClientRecord } from '../../../server/core/records/records.ts';
import { readOperatorData } from '../../../server/shop/import/readOperatorData.ts';
import { NO_SWITCHES } from '../../../server/stations/ocpi/catalogue/locationSales.ts';
import { createLocationStore, type LocationStore } from '../../../server/stations/ocpi/catalogue/locations.ts';
import type { SellingSwitches } from '../../../server/stations/ocpi/connections/connections.ts';
import { type OcpiVersion, readMessage } from '../../../server/stations/ocpi/messages/message.ts';
import { TARIFF } from '../../../server/stations/ocpi/messages/tariff.ts';
import type { Store } from '../../../server/store/engine/database.ts';
import type { Plug } from '../../../shared/charging/charging.ts';
import { type OpenOperator, openOperator } from '../openShop.ts';
import type { JsonObject } from './objects.ts';

export const TOWN = 'town';
const CLIENT = 'blaufink';

export interface OpenLocations {
  shop: OpenOperator;
  locations: LocationStore;
  /** Another instance of the location store on the same database, as a second process of the app would have. */
  other: LocationStore;
  switches: SellingSwitches;
  /** Changes the settings of the brand that offers the CPO's points. */
  rule(rules: Partial<ClientRecord>): Promise<void>;
  pull(request: { locations?: readonly JsonObject[]; tariffs?: readonly JsonObject[]; isWhole?: boolean }): Promise<void>;
  pushTariff(raw: JsonObject, request?: { at?: LocationStore; version?: OcpiVersion }): Promise<void>;
  plug(evseId: string): Promise<Plug>;
  /** Returns the EVSE ids of the CPO's points that are currently offered to drivers. */
  offered(): Promise<readonly string[]>;
  /** Returns when each location was last updated, from the table `pushed_locations`. The key is the location id. */
  reportedAt(): Promise<ReadonlyMap<string, number>>;
  close(): Promise<void>;
}

/** Opens the locations of a CPO without a network, and the app's real `Operator`, which offers their points to drivers. */
export async function openLocations({ store }: { store?: Store } = {}): Promise<OpenLocations> {
  const shop = await openOperator(store === undefined ? {} : { store });
  const data = await readOperatorData('demo');
  const rule = (rules: Partial<ClientRecord>) =>
    shop.operator.importData({
      ...data,
      clients: data.clients.map(client =>
        client.id === CLIENT ? { ...client, parties: [...client.parties, 'DE*CPO'], ...rules } : client,
      ),
    });
  await rule({});
  const switches = { ...NO_SWITCHES };
  const createInstance = () =>
    createLocationStore({
      store: ocpiRows(shop.store, shop.clock),
      catalogue: () => shop.operator.catalogue,
      representationIn: async () => () => true,
      switchesOf: async () => ({ ...switches }),
      now: () => shop.clock.now(),
    });
  const locationStore = createInstance();
  const page = { connectionId: TOWN, version: '2.2.1' } as const;
  return {
    shop,
    locations: locationStore,
    other: createInstance(),
    switches,
    rule,
    async pull({ locations = [], tariffs = [], isWhole = false }) {
      const pullInput = { ...page, startedAt: shop.clock.now(), isWhole };
      await locationStore.storeTariffs({ ...pullInput, items: tariffs });
      await locationStore.resales.due(TOWN);
      await locationStore.storeLocations({ ...pullInput, items: locations });
    },
    async pushTariff(raw, { at = locationStore, version = '2.2.1' } = {}) {
      const tariff = { connectionId: TOWN, country_code: 'DE', party_id: 'CPO', id: String(raw.id) };
      const reading = readMessage({ schema: TARIFF, message: raw, version });
      if (!reading.isValid) throw new Error(JSON.stringify(reading.faults));
      await at.putTariff({ tariff, raw, value: reading.value, version });
    },
    async plug(evseId) {
      const { plugs } = await shop.operator.getChargingPoint({ clientId: CLIENT, evseId });
      if (!plugs[0]) throw new Error('A point without plugs');
      return plugs[0];
    },
    async offered() {
      const points = shop.store.db.selectFrom('points').select('evse_id').where('source', '=', `ocpi:${TOWN}`);
      return (await points.where('is_current', '=', 1).orderBy('evse_id').execute()).map(({ evse_id }) => evse_id);
    },
    async reportedAt() {
      const rows = await shop.store.db.selectFrom('pushed_locations').select(['location', 'updated_at']).execute();
      return new Map(rows.map(({ location, updated_at }) => [location, updated_at]));
    },
    close: () => shop.close(),
  };
}

/** Returns the current price per kWh that the page displays, including VAT, in millionths of the currency unit. */
export const priceOf = ({ prices }: Plug): number => prices.now.energyMicro;
