/** A meter value above what its plug can have delivered. It is neither shown nor billed. */
export interface RefusedReading {
  /** ISO. */
  at: string;
  energyWh: number;
  /** What the plug can have delivered until then, in watt-hours. */
  maxWh: number;
}

/** What keeps a bill from being taken before a person has looked at it. */
export interface BillReview {
  /** The source's account that it was held against. */
  reference: string;
  why: readonly string[];
  /** By which the bill is made. */
  energyWh: number;
  /** ISO. */
  endedAt: string;
  oursMinor: number;
  /** On the same basis, net or gross, as `oursMinor` was compared; null: its money says nothing about ours. */
  theirsMinor: number | null;
  /** What is taken if nobody decides before the hold lapses. */
  mostMinor: number;
}
