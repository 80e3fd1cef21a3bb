import type { Session } from '../../shared/charging/session.ts';
import type { MeterReading } from '../core/ports/stationPort.ts';
import type { Curve } from '../core/pricing/powerCurve.ts';
import type { RunningPrice } from '../core/pricing/runningPrice.ts';

// Types of the caches of one process. A lost entry is computed again.

/**
 * Price and power curve of a session up to its latest reading, to which the next report adds. After a restart, or if the
 * database has other readings, it is computed once from all readings of the session.
 */
export interface MeterSoFar {
  /** Identifies everything that influences the price except the readings. */
  basis: string;
  /** End of the session in epoch milliseconds. Null: not known yet. */
  endsAt: number | null;
  price: RunningPrice;
  curve: Curve;
  latest: MeterReading | null;
}

/** A session as computed for display. `of` identifies everything from which it was computed. */
export interface MadeView {
  of: string;
  atMs: number;
  session: Promise<Session>;
}

/** A session as computed for display, once for all watchers. Valid until the next notification about the session. */
export interface SharedView {
  version: number;
  session: Promise<Session>;
  /** Resolves when the session has changed, or when `signal` aborts. */
  over(signal: AbortSignal): Promise<void>;
  end(): void;
}

/**
 * Number of readings in the longest stored report of a session, and a hash of them, so that the next report need not store them
 * again.
 */
export interface KnownReadings {
  count: number;
  mark: string;
}
