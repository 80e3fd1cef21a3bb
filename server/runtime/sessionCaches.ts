import type { Session } from '../../shared/charging/session.ts';
import type { MeterReading } from '../core/ports/stationPort.ts';
import type { Curve } from '../core/pricing/powerCurve.ts';
import type { RunningPrice } from '../core/pricing/runningPrice.ts';

// Caches of one process. Lost entries are computed again.

/**
 * The price and the curve of a session up to one of its readings. The next report continues from this state. After a restart, or
 * if the state disagrees with the database, all readings of the session are read once.
 */
export interface MeterSoFar {
  /** Identifies all inputs of the computation except the readings. */
  basis: string;
  /** The known end of the session. Unix time in milliseconds. */
  endsAt: number | null;
  price: RunningPrice;
  curve: Curve;
  latest: MeterReading | null;
}

/** A computed view. `of` identifies the inputs of the computation. */
export interface MadeView {
  of: string;
  atMs: number;
  session: Promise<Session>;
}

/** One view of a session for all watchers, valid until the next notification about the session. */
export interface SharedView {
  version: number;
  session: Promise<Session>;
  /** Resolves when a newer view is available, or when `signal` aborts. */
  over(signal: AbortSignal): Promise<void>;
  end(): void;
}

/** Number of stored readings of a station, and a hash of them. */
export interface KnownReadings {
  count: number;
  mark: string;
}
