/** A meter value above the energy that the plug can have delivered. Such a value is neither shown nor billed. */
export interface RefusedReading {
  /** ISO. */
  at: string;
  energyWh: number;
  /** The energy that the plug can have delivered up to this time, in Wh. */
  maxWh: number;
}

/** A bill that waits for a person, and the reasons. */
export interface BillReview {
  /** Reference of the CDR with which the bill was compared. */
  reference: string;
  why: readonly string[];
  /** The energy of the bill. */
  energyWh: number;
  /** ISO. */
  endedAt: string;
  oursMinor: number;
  /** The platform's amount on the same basis, net or gross, as `oursMinor`. Null: the platform's amounts cannot be compared. */
  theirsMinor: number | null;
  /** The amount to capture if no person decides before the hold expires. */
  maxMinor: number;
}
