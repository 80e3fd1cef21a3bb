import type { PlugKind, PlugState } from '../../../shared/charging/session.ts';
import { readEvseId } from '../../../shared/model/evseId.ts';
import type { Coordinates } from '../records/coordinates.ts';
import type { ConnectorRecord, PointRecord } from '../records/records.ts';
import { COUNTRY_OF, type OcpiConnector, type OcpiEvse, type OcpiLocation } from './locationSchema.ts';
import { pointDetails } from './pointDetails.ts';

/**
 * Plug states by OCPI status (OCPI 2.2.1 §8.4.10). A file contains the states at the time of its export. Stations report the
 * current states later.
 */
const STATES: Readonly<Record<string, PlugState>> = {
  AVAILABLE: 'available',
  CHARGING: 'charging',
  BLOCKED: 'unavailable',
  INOPERATIVE: 'unavailable',
  OUTOFORDER: 'unavailable',
  RESERVED: 'unavailable',
  PLANNED: 'unavailable',
  REMOVED: 'unavailable',
};

/**
 * Kinds of plugs by prefix of the OCPI standard (OCPI 2.2.1 §8.4.4). The longest matching prefix counts. Without a match the
 * kind is unknown, as for standards of later OCPI versions.
 */
const KINDS: readonly (readonly [prefix: string, kind: PlugKind])[] = [
  ['IEC_62196_T2_COMBO', 'ccs2'],
  ['IEC_62196_T2', 'type2'],
  ['IEC_62196_T1_COMBO', 'ccs1'],
  ['IEC_62196_T1', 'type1'],
  ['CHADEMO', 'chademo'],
  ['DOMESTIC_F', 'schuko'],
  ['DOMESTIC_', 'domestic'],
  ['IEC_60309_2_', 'cee'],
  ['TESLA_', 'tesla'],
  ['SAE_J3400', 'tesla'],
];

/** Factor from volts × amperes to watts by power type. For several phases, OCPI states the voltage between line and neutral. */
const PHASES: Readonly<Record<string, number>> = { AC_3_PHASE: 3, AC_2_PHASE: 2 };

interface PointInput {
  clientId: string;
  location: OcpiLocation;
  evse: OcpiEvse;
  region: string;
  /** Ids of the connectors' tariff records, in the order of the connectors. */
  tariffIds: readonly string[];
}

/** Decimal degrees. OCPI 2.2.1 §8.4.13 asks for five to seven decimals, and many exports have fewer. */
const DEGREES = /^-?\d{1,3}(\.\d{1,20})?$/;

/**
 * Reads the coordinates of an OCPI location. Null: they are missing or not a position. 0/0 is what systems write that know no
 * position.
 */
function readCoordinates(given: unknown): Coordinates | null {
  const { latitude, longitude } = (given ?? {}) as Record<string, unknown>;
  const read = [latitude, longitude].map(text => (DEGREES.test(String(text)) ? Number(text) : Number.NaN));
  const [lat = Number.NaN, lon = Number.NaN] = read;
  const isPosition = Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && !(lat === 0 && lon === 0);
  return isPosition ? { latitude: lat, longitude: lon } : null;
}

/** Converts one EVSE of a validated OCPI location into a point record. */
export function pointRecord({ clientId, location, evse, region, tariffIds }: PointInput): PointRecord {
  const coordinates = readCoordinates(location.coordinates);
  return {
    clientId,
    evseId: readEvseId(evse.evse_id)?.canonical ?? evse.evse_id,
    street: location.address,
    postalCode: location.postal_code,
    city: location.city,
    country: COUNTRY_OF[location.country],
    region,
    timeZone: location.time_zone,
    openingHours: location.opening_times?.twentyfourseven === true ? '24/7' : null,
    helpPhone: location.help_phone ?? null,
    ...(coordinates ? { coordinates } : {}),
    station: {
      source: 'simulator',
      countryCode: location.country_code,
      partyId: location.party_id,
      locationId: location.id,
      evseUid: evse.uid,
      chargePoint: null,
    },
    details: pointDetails(location, evse),
    state: STATES[evse.status] ?? 'unknown',
    connectors: evse.connectors.map((connector, at) =>
      connectorRecord({ connector, number: plugNumber(evse, at), tariffId: tariffIds[at] ?? '' }),
    ),
  };
}

/** Returns the maximum power of a connector in watts: the stated power, or else the product of voltage, current and phases. */
export function connectorPowerW({ max_electric_power, max_voltage = 0, max_amperage = 0, power_type }: OcpiConnector): number {
  return Math.round(max_electric_power ?? max_voltage * max_amperage * (PHASES[power_type] ?? 1));
}

export const isDc = ({ power_type }: OcpiConnector): boolean => power_type === 'DC';

/**
 * Returns the plug number that drivers see. With one connector: the physical reference, if it is at most three characters long.
 * Otherwise the connector id, if it is a number of at most three digits, or else the position of the connector.
 */
function plugNumber({ physical_reference, connectors }: OcpiEvse, at: number): string {
  const id = connectors[at]?.id ?? '';
  if (connectors.length === 1 && physical_reference !== undefined && FITS_PLATE.test(physical_reference))
    return physical_reference;
  return /^\d{1,3}$/.test(id) ? id : String(at + 1);
}
const FITS_PLATE = /^[\dA-Za-z]{1,3}$/;

function connectorRecord({
  connector,
  number,
  tariffId,
}: {
  connector: OcpiConnector;
  number: string;
  tariffId: string;
}): ConnectorRecord {
  return {
    id: connector.id,
    number,
    kind: KINDS.find(([prefix]) => connector.standard.startsWith(prefix))?.[1] ?? 'unknown',
    powerW: connectorPowerW(connector),
    isDc: isDc(connector),
    hasCable: connector.format === 'CABLE',
    tariffId,
  };
}
