/** A meter value that is higher than the connector can physically have delivered. The app neither shows nor bills it. */
export interface RefusedReading {
  /** Time of the meter value, ISO 8601. */
  at: string;
  energyWh: number;
  /** Maximum energy in Wh that the connector can have delivered up to this time. */
  maxWh: number;
}

/**
 * A bill that differs from the CDR or exceeds its hold, with the reasons. The money is captured only after staff have decided,
 * or shortly before the hold expires.
 */
export interface BillReview {
  /** Id of the CDR with which the bill was compared, or 'hold' if the bill exceeds its hold. */
  reference: string;
  why: readonly string[];
  /** Energy on the bill in Wh. */
  energyWh: number;
  /** End of the session, ISO 8601. */
  endedAt: string;
  oursMinor: number;
  /**
   * Total of the CDR in minor units, net or gross like `oursMinor`. Null: there is no CDR, or its total cannot be compared with
   * the bill.
   */
  theirsMinor: number | null;
  /** Amount that is captured if staff have not decided before the hold expires. */
  maxMinor: number;
}
