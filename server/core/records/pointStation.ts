/** How its source names the station of a point; the connectors' ids are those of `connectors`. */
export interface PointStation {
  /** 'simulator', 'ocpi:' and the connection, or 'ocpp'. */
  source: string;
  /** OCPI 2.2.1 §8.3.1: written as the source writes them. */
  countryCode: string;
  partyId: string;
  locationId: string;
  evseUid: string;
  /** OCPP: the charge point's identity, its number of the EVSE, and that of each connector by its OCPI id. */
  chargePoint: { id: string; evse: number; connectors: Readonly<Record<string, number>> } | null;
  /** Whether its cables can be unlocked from afar; missing where the source does not tell it with the point. */
  canUnlock?: boolean;
}
