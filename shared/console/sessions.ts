import type { CurvePoint, PlugKind } from '../charging/session.ts';
import type { Currency } from '../model/money.ts';

export const SESSION_FILTERS = ['going', 'attention', 'refunded', 'never'] as const;
export type SessionFilter = (typeof SESSION_FILTERS)[number];
export interface SessionQuery {
  find?: string;
  /** Day, or day and hour, of the order as typed, in the time zone of the ledger. See `readOrderTime`. */
  when?: string;
  is?: SessionFilter;
  /** Id of a brand. Only its sessions. */
  brand?: string;
  before?: number;
}

/** State of a session as the console shows it. */
export type Standing =
  | 'ordered'
  | 'starting'
  | 'charging'
  | 'paused'
  | 'stopping'
  | 'last-value-missing'
  | 'never-started'
  | 'cancelling'
  | 'billed'
  | 'free'
  | 'waived'
  | 'capped'
  | 'refunded'
  | 'partly-refunded'
  | 'not-captured'
  | 'disputed'
  | 'dispute-lost';

export interface SessionLine {
  number: number;
  /** Id of the brand with which the driver has the contract. */
  brand: string;
  createdAt: string;
  evseId: string;
  /** Address and plug. Null: the catalogue does not have the point or the plug. */
  place: SessionSite | null;
  standing: Standing;
  card: string | null;
  energyWh: number;
  currency: Currency;
  /** Final price in minor units, or the price so far. Null: no price. */
  priceMinor: number | null;
  /** Amount of the hold in minor units. Null: charging is free, or the order was not paid. */
  heldMinor: number | null;
  capturedMinor: number | null;
  refundedMinor: number;
  /** Time of the station's last report. Null: none yet. */
  lastReadingAt: string | null;
}

export interface SessionSite {
  street: string;
  city: string;
  /** Number that is printed on the plug. */
  plug: string;
  kind: PlugKind;
}

/** An active session with its power over time. */
export interface GoingSession extends SessionLine {
  startedAt: string | null;
  powerW: number | null;
  curve: readonly CurvePoint[];
  /** Time from which no energy has flowed, ISO 8601. Null: energy flows, or the session is not paused. */
  pausedAt: string | null;
}
