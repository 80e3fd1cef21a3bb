import { type Findings, noteFault, pathBelow, validated, type Where } from '../../../core/formats/faults.ts';
import { type OcpiLocation as FileLocation, LOCATION } from '../../../core/formats/locationSchema.ts';
import type { OcpiConnector, OcpiEvse, OcpiLocation } from '../messages/location.ts';

interface LocationEntryInput {
  location: OcpiLocation;
  /** True: an EVSE counts as remotely startable even if its capabilities lack REMOTE_START_STOP_CAPABLE. */
  assumesRemoteStart: boolean;
  /**
   * Returns the id of the tariff that drivers pay at a connector. Null: the connector has no usable tariff. The reason is then
   * added to `findings`.
   */
  tariffIdOf(connector: OcpiConnector, place: Where): string | null;
  where: Where;
  findings: Findings;
}

export interface LocationEntry {
  entry: FileLocation;
  /** The EVSEs that are offered, in the order of `entry.evses`. `at` is the index in the CPO platform's list. */
  offered: readonly { evse: OcpiEvse; at: number }[];
}

/** An EVSE with one of these restrictions is not offered to drivers. */
const RESTRICTED = ['EMPLOYEES', 'TENANTS', 'TAXIS'];
/**
 * An EVSE with only these restrictions is offered without a warning. Signs at the EVSE show which customers or vehicles it is
 * for.
 */
const OPEN_TO_ALL = ['EV_ONLY', 'PLUGGED', 'DISABLED', 'CUSTOMERS', 'MOTORCYCLES'];

/**
 * Converts a location of a CPO platform to the format of operators' files, with only the EVSEs and connectors that can be
 * offered. The findings tell the operator what is not offered, and why.
 * @returns null if no EVSE can be offered
 */
export function locationEntry(input: LocationEntryInput): LocationEntry | null {
  const { location, where, findings } = input;
  if (!location.publish) {
    noteFault({ findings, where, keys: ['publish'], reason: 'is not to be published' });
    return null;
  }
  const base = validated({ schema: LOCATION, value: locationFields(location), where, findings });
  if (base === null) return null;
  const offered = (location.evses ?? []).flatMap((evse, at) => {
    const below = { file: where.file, path: pathBelow(where.path, ['evses', at]) };
    const entry = evseEntry({ ...input, evse, below });
    return entry ? [{ evse, at, entry }] : [];
  });
  if (offered.length === 0) return null;
  return { entry: { ...base, evses: offered.map(({ entry }) => entry) }, offered: offered.map(({ evse, at }) => ({ evse, at })) };
}

const locationFields = ({ opening_times, help_phone, postal_code, ...location }: OcpiLocation) => ({
  country_code: location.country_code,
  party_id: location.party_id,
  id: location.id,
  publish: true,
  address: location.address,
  city: location.city,
  ...(postal_code === undefined ? {} : { postal_code }),
  country: location.country.toUpperCase(),
  time_zone: location.time_zone,
  coordinates: location.coordinates,
  ...(help_phone === undefined ? {} : { help_phone }),
  ...(opening_times === undefined ? {} : { opening_times }),
});

type FileEvse = FileLocation['evses'][number];

function evseEntry(input: LocationEntryInput & { evse: OcpiEvse; below: Where }): FileEvse | null {
  const { evse, location, below, findings } = input;
  const reason = reasonAgainst(input);
  if (reason !== null) {
    findings.faults.push({ ...below, reason });
    return null;
  }
  remarkOnParking(input);
  const connectors = evse.connectors.flatMap((connector, at) => {
    const base = { file: below.file, path: pathBelow(below.path, ['connectors', at]) };
    const tariffId = input.tariffIdOf(connector, base);
    return tariffId === null ? [] : [{ ...writtenConnector(connector), tariff_ids: [tariffId] }];
  });
  if (connectors.length === 0) return null;
  const { uid, evse_id, status, physical_reference } = evse;
  const written = {
    ...locationFields(location),
    evses: [{ uid, evse_id, status, ...(fitsPlate(physical_reference) ? { physical_reference } : {}), connectors }],
  };
  // Each EVSE is validated separately, so that an invalid EVSE does not exclude the valid ones.
  const own: Findings = { faults: [], remarks: findings.remarks };
  const checked = validated({ schema: LOCATION, value: written, where: { file: below.file, path: '$' }, findings: own });
  findings.faults.push(...own.faults.map(fault => ({ ...fault, path: fault.path.replace('$.evses[0]', () => below.path) })));
  return checked?.evses[0] ?? null;
}

const fitsPlate = (text: string | undefined): text is string => text !== undefined && text.length <= 16;

const writtenConnector = ({ id, standard, format, power_type, ...power }: OcpiConnector) => ({
  id,
  standard,
  format,
  power_type,
  ...(power.max_voltage > 0 && power.max_amperage > 0
    ? { max_voltage: power.max_voltage, max_amperage: power.max_amperage }
    : {}),
  ...((power.max_electric_power ?? 0) > 0 ? { max_electric_power: power.max_electric_power } : {}),
});

/** Returns the reason why the EVSE is not offered. Null: it can be offered. */
function reasonAgainst({ evse, location, assumesRemoteStart }: LocationEntryInput & { evse: OcpiEvse }): string | null {
  const { status, evse_id, capabilities, connectors, parking_restrictions } = evse;
  if (status === 'REMOVED' || status === 'PLANNED') return `is ${status}`;
  if (evse_id === undefined) return 'has no evse_id: drivers could not find it';
  if (connectors.length === 0) return 'has no connectors';
  if (!assumesRemoteStart && !capabilities.includes('REMOTE_START_STOP_CAPABLE'))
    return 'cannot be started remotely (REMOTE_START_STOP_CAPABLE is missing)';
  const restriction = parking_restrictions.find(each => RESTRICTED.includes(each));
  if (restriction !== undefined) return `is for ${restriction} only`;
  return isReservedOnly(evse, location) ? 'has only parking places that must be reserved' : null;
}

function isReservedOnly({ parking }: OcpiEvse, { parking_places }: OcpiLocation): boolean {
  const parkingSpots = parking_places.filter(({ id }) => parking.some(({ parking_id }) => parking_id === id));
  return parkingSpots.length > 0 && parkingSpots.every(({ reservation_required }) => reservation_required);
}

function remarkOnParking({ evse, below, findings }: LocationEntryInput & { evse: OcpiEvse; below: Where }): void {
  for (const restriction of evse.parking_restrictions) {
    if (!OPEN_TO_ALL.includes(restriction))
      findings.remarks.push({
        ...below,
        reason: `${restriction} is an unknown restriction: the point is offered to all drivers`,
      });
  }
}
