import type { PlugKind, PlugState } from '../../../shared/charging/session.ts';
import { readEvseId } from '../../../shared/model/evseId.ts';
import type { ConnectorRecord, PointRecord } from '../records/records.ts';
import { COUNTRY_OF, type OcpiConnector, type OcpiEvse, type OcpiLocation } from './locationSchema.ts';

/** OCPI 2.2.1 §8.4.10. Stations report the current state later. */
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

/** OCPI 2.2.1 §8.4.4. The longest matching prefix wins. A newer standard is an unknown plug. */
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

/** Number of phases with the stated voltage. For three phases, OCPI states the voltage between line and neutral. */
const PHASES: Readonly<Record<string, number>> = { AC_3_PHASE: 3, AC_2_PHASE: 2 };

interface PointInput {
  clientId: string;
  location: OcpiLocation;
  evse: OcpiEvse;
  region: string;
  /** The id of the tariff record of each connector, in the order of the connectors. */
  tariffIds: readonly string[];
}

/** Converts one EVSE of a validated OCPI location into a point record. */
export function pointRecord({ clientId, location, evse, region, tariffIds }: PointInput): PointRecord {
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
    station: {
      source: 'simulator',
      countryCode: location.country_code,
      partyId: location.party_id,
      locationId: location.id,
      evseUid: evse.uid,
      chargePoint: null,
    },
    state: STATES[evse.status] ?? 'unknown',
    connectors: evse.connectors.map((connector, at) =>
      connectorRecord({ connector, number: plugNumber(evse, at), tariffId: tariffIds[at] ?? '' }),
    ),
  };
}

/** Maximum power of a connector in watts: as stated, otherwise from voltage and current. */
export function connectorPowerW({ max_electric_power, max_voltage = 0, max_amperage = 0, power_type }: OcpiConnector): number {
  return Math.round(max_electric_power ?? max_voltage * max_amperage * (PHASES[power_type] ?? 1));
}

export const isDc = ({ power_type }: OcpiConnector): boolean => power_type === 'DC';

/**
 * The number of a plug. If the EVSE has one connector, the physical reference is its number. With several connectors, each id is
 * a number.
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
