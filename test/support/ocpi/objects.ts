import type { CpoVersion } from './switches.ts';

export type JsonObject = Record<string, unknown>;

const LATEST = '2026-11-20T10:00:00Z';
const PARTY = { country_code: 'DE', party_id: 'CPO' };

/**
 * Creates the initial objects of the CPO: one location with two EVSEs, and two tariffs in euros. Their format is OCPI 2.2.1;
 * `inVersion` converts them to 2.3.0.
 */
export function createObjects(): { locations: JsonObject[]; tariffs: JsonObject[] } {
  return { locations: [locationOf(1)], tariffs: [tariffOf('T1', 0.5), tariffOf('T2', 0.6)] };
}

export const locationOf = (number: number): JsonObject => ({
  ...PARTY,
  id: `LOC${number}`,
  publish: true,
  name: `Parkhaus ${number}`,
  address: `Hauptstraße ${number}`,
  city: 'Köln',
  postal_code: '50667',
  country: 'DEU',
  coordinates: { latitude: '50.938361', longitude: '6.959974' },
  time_zone: 'Europe/Berlin',
  evses: [evseOf(number, 1, 'IEC_62196_T2', 'AC_3_PHASE'), evseOf(number, 2, 'IEC_62196_T2_COMBO', 'DC')],
  last_updated: LATEST,
});

const evseOf = (location: number, number: number, standard: string, power_type: string): JsonObject => ({
  uid: `${location}-${number}`,
  evse_id: `DE*CPO*E${location}*${number}`,
  status: 'AVAILABLE',
  capabilities: ['REMOTE_START_STOP_CAPABLE', 'UNLOCK_CAPABLE'],
  connectors: [
    {
      id: '1',
      standard,
      format: power_type === 'DC' ? 'CABLE' : 'SOCKET',
      power_type,
      max_voltage: power_type === 'DC' ? 500 : 230,
      max_amperage: power_type === 'DC' ? 300 : 32,
      ...(power_type === 'DC' ? { max_electric_power: 150_000 } : {}),
      tariff_ids: [power_type === 'DC' ? 'T2' : 'T1'],
      last_updated: LATEST,
    },
  ],
  last_updated: LATEST,
});

export const tariffOf = (id: string, price: number): JsonObject => ({
  ...PARTY,
  id,
  currency: 'EUR',
  type: 'AD_HOC_PAYMENT',
  elements: [{ price_components: [{ type: 'ENERGY', price, vat: 19, step_size: 1 }] }],
  last_updated: LATEST,
});

/** Price in euros per kWh, without VAT, so high that a few seconds of charging cost enough for a bill. */
export const HIGH_PRICE = 8;

/** Creates locations with plugs of about 2 kW at the high price. */
export const lowPowerAtHighPrice = (count = 1): { locations: JsonObject[]; tariffs: JsonObject[] } => ({
  locations: Array.from({ length: count }, (_, index) => withAmperage(locationOf(index + 1), 3)),
  tariffs: [tariffOf('T1', HIGH_PRICE), tariffOf('T2', 0.6)],
});

function withAmperage(location: JsonObject, max_amperage: number): JsonObject {
  const evses = location.evses as { connectors: JsonObject[] }[];
  const limited = evses.map(evse => ({
    ...evse,
    connectors: evse.connectors.map(connector => ({ ...connector, max_amperage })),
  }));
  return { ...location, evses: limited };
}

const PRICES = ['total_cost', 'total_energy_cost', 'min_price', 'max_price'] as const;

/** Converts an object from OCPI 2.2.1 to the given version. */
export function inVersion(object: JsonObject, version: CpoVersion): JsonObject {
  if (version === '2.2.1') return object;
  const prices = PRICES.flatMap(field =>
    (object[field] ?? null) === null ? [] : [[field, laterPrice(object[field] as JsonObject)]],
  );
  const isTariff = 'elements' in object && !('tax_included' in object);
  return { ...object, ...(Object.fromEntries(prices) as JsonObject), ...(isTariff ? { tax_included: 'NO' } : {}) };
}

function laterPrice({ excl_vat, incl_vat }: JsonObject): JsonObject {
  const taxes = incl_vat === undefined ? [] : [{ name: 'VAT', amount: cents(Number(incl_vat) - Number(excl_vat)) }];
  return { before_taxes: excl_vat, taxes };
}

export const cents = (value: number): number => Math.round(value * 100) / 100;
