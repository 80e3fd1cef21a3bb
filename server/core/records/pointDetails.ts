/** A period of regular opening hours (OCPI RegularHours). `weekday`: 1 is Monday. Times are local, 'HH:MM'. */
export interface RegularHours {
  weekday: number;
  from: string;
  to: string;
}

/** Facts about a charging point that are published but not shown to drivers. Absent facts are unknown. */
export interface PointDetails {
  /** By connector id: the standard of OCPI (ConnectorType), and volts and amperes if they are stated. */
  connectors: Readonly<Record<string, { standard: string; voltage?: number; amperage?: number }>>;
  regularHours?: readonly RegularHours[];
  /** OCPI ParkingType of the location, for example ON_STREET. */
  parkingType?: string;
  /** OCPI ParkingRestriction of the EVSE, for example DISABLED. */
  parkingRestrictions?: readonly string[];
  /** OCPI Facility of the location, for example CAFE. */
  facilities?: readonly string[];
  /** OCPI Capability of the EVSE, for example ISO_15118_2_PLUG_AND_CHARGE. */
  capabilities?: readonly string[];
  /** True if all energy is renewable (OCPI EnergyMix). */
  isGreenEnergy?: boolean;
  energyProduct?: string;
  owner?: string;
  /** How to find the EVSE at the location. */
  directions?: string;
}
