import type { Session } from '../../shared/charging/session.ts';
import type { MeterReading } from '../core/ports/stationPort.ts';
import type { Curve } from '../core/pricing/powerCurve.ts';
import type { RunningPrice } from '../core/pricing/runningPrice.ts';

// Kept in one process to spare it work: lost, it is made again.

/**
 * What a session's readings have come to, up to one of them. The next report continues it. After a restart, or where the
 * database does not agree with it, all readings of the session are read once.
 */
export interface MeterSoFar {
  /** All that it rests on besides the readings. */
  basis: string;
  /** The end that is known, in epoch milliseconds. */
  endsAt: number | null;
  price: RunningPrice;
  curve: Curve;
  latest: MeterReading | null;
}

/** A view that has been made, and what it was made of. */
export interface MadeView {
  of: string;
  atMs: number;
  session: Promise<Session>;
}

/** From one announcement of a session to the next: one view for all who watch it meanwhile. */
export interface SharedView {
  version: number;
  session: Promise<Session>;
  /** Resolves when there is something newer to see, or when `signal` aborts. */
  over(signal: AbortSignal): Promise<void>;
  end(): void;
}

/** How many readings of a station have been stored, and a hash of them. */
export interface KnownReadings {
  count: number;
  mark: string;
}
