/** Address of a charging point at its station source. */
export interface PointStation {
  /** Name of the station source: 'simulator', 'ocpp', or 'ocpi:' with the name of the connection. */
  source: string;
  /** Party, and ids of location and EVSE, as the station source spells them (OCPI 2.2.1 §8.3.1). */
  countryCode: string;
  partyId: string;
  locationId: string;
  evseUid: string;
  /**
   * Only for OCPP: identity of the charging station, number of the EVSE, and the number of each connector by connector id. Null
   * for OCPI and the simulator.
   */
  chargePoint: { id: string; evse: number; connectors: Readonly<Record<string, number>> } | null;
  /**
   * True if the station can unlock cables on request. Absent: the station source does not say so in its description of the
   * point.
   */
  canUnlock?: boolean;
}
