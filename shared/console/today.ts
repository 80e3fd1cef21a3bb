import type { Currency, Money } from '../model/money.ts';
import { HOUR_MS } from '../model/time.ts';
import type { PlugGroup } from './plugGroups.ts';
import type { SessionSite } from './sessions.ts';
import type { Text } from './text.ts';

/** Duration from which staff are informed about a pause of a session that has a hold. */
export const LONG_PAUSE_MS = 4 * HOUR_MS;

/** An active session with a hold in which no energy has flowed for `LONG_PAUSE_MS`. */
export interface LongPause {
  number: number;
  evseId: string;
  place: SessionSite | null;
  /** Time from which no energy has flowed, ISO 8601. */
  pausedAt: string;
  /** Amount of the hold in minor units. Null: unknown. */
  heldMinor: number | null;
  currency: Currency;
}

/** Energy and money of today, with those of the same weekday last week. All days are in the time zone of the ledger. */
export interface Business {
  /** The same time of day last week, ISO 8601. Totals of last week end there. */
  comparedWith: string;
  /** Start of each hour of today, ISO 8601. A day on which clocks change has 23 or 25 hours. */
  hours: readonly string[];
  /** Energy in Wh of the sessions that ended in each hour. */
  energy: HourlySums;
  /** Captured money by the hour of its capture, one entry per currency, in minor units. */
  money: readonly (HourlySums & { currency: Currency })[];
  /** Number of completed sessions today, and last week until the same time of day. */
  sessions: number;
  sessionsBefore: number;
  /** All holds that are neither captured nor released, one amount per currency. */
  stillHeld: readonly Money[];
}

export interface HourlySums {
  /** Sum of each hour of today. Null: the hour is in the future. The last one that is not null is the current hour. */
  today: readonly (number | null)[];
  /** Sum of each hour of the same weekday last week. */
  before: readonly number[];
  total: number;
  /** Sum of last week until the same time of day. */
  totalBefore: number;
}

/** The plugs of all points, each with the group of its state. */
export interface PlugOverview {
  /** Number of plugs per state. */
  counts: Readonly<Record<string, number>>;
  /** The plugs to show as squares, sorted by EVSE ID. In a large network without the free ones. */
  squares: readonly { evseId: string; number: string; group: PlugGroup }[];
  /** True if `squares` lacks plugs. */
  isPartial: boolean;
}

/** A line of the state of the system. */
export interface HealthLine {
  name: Text;
  says: Text;
  status: 'ok' | 'warn' | 'off';
}
