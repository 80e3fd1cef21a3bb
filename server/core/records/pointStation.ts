/** The station of a charging point in the terms of its source. The connector ids are those of `connectors`. */
export interface PointStation {
  /** 'simulator', 'ocpp', or 'ocpi:' with the connection. */
  source: string;
  /** OCPI 2.2.1 §8.3.1, in the spelling of the source. */
  countryCode: string;
  partyId: string;
  locationId: string;
  evseUid: string;
  /** For OCPP: the identity of the charging station, the number of the EVSE, and the connector numbers by OCPI id. */
  chargePoint: { id: string; evse: number; connectors: Readonly<Record<string, number>> } | null;
  /** True if the station can unlock its cables remotely. Absent if the source does not report that with the charging point. */
  canUnlock?: boolean;
}
