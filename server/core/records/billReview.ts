/** A meter value higher than the connector can have delivered. The app neither shows nor bills it. */
export interface RefusedReading {
  /** Time of the reading, ISO 8601. */
  at: string;
  energyWh: number;
  /** Maximum energy in Wh that the connector can have delivered up to this time. */
  maxWh: number;
}

/** A bill that is not captured until staff decide, with the reasons. */
export interface BillReview {
  /** Id of the CDR with which the bill was compared. */
  reference: string;
  why: readonly string[];
  /** Energy on the bill in Wh. */
  energyWh: number;
  /** End of the session, ISO 8601. */
  endedAt: string;
  oursMinor: number;
  /** Amount of the CDR, net or gross like `oursMinor`. Null: the amounts of the CDR cannot be compared with ours. */
  theirsMinor: number | null;
  /** Amount that is captured if staff have not decided before the hold expires. */
  maxMinor: number;
}
