import type { Session } from '../../shared/charging/session.ts';
import type { MeterReading } from '../core/ports/stationPort.ts';
import type { Curve } from '../core/pricing/powerCurve.ts';
import type { RunningPrice } from '../core/pricing/runningPrice.ts';

// Types of the caches of one process. A lost entry is computed again.

/**
 * Price and power curve of a session up to its latest meter reading, to be extended by the next report. After a restart, or if
 * the database contains other meter readings, both are computed once from all readings of the session.
 */
export interface MeterSoFar {
  /** Identifies everything that influences the price except the meter readings. */
  basis: string;
  /** End of the session in epoch milliseconds. Null: not known yet. */
  endsAt: number | null;
  price: RunningPrice;
  curve: Curve;
  latest: MeterReading | null;
}

/** A session as computed for display. `of` identifies the data from which it was computed. */
export interface MadeView {
  of: string;
  atMs: number;
  session: Promise<Session>;
}

/** A session as computed for display, shared by all its watchers. Valid until the next notification about the session. */
export interface SharedView {
  version: number;
  session: Promise<Session>;
  /** Resolves when the session has changed, or when `signal` aborts. */
  over(signal: AbortSignal): Promise<void>;
  end(): void;
}

/**
 * Number of meter readings in the longest stored report of a session, and a hash of them, so that the same readings are not
 * stored again with the next report.
 */
export interface KnownReadings {
  count: number;
  mark: string;
}
