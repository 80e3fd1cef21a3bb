import type { DemoScript } from '../../../shared/charging/charging.ts';

/** The behaviour of the driver at a demo point. Times are in seconds since the start was accepted. */
export interface Driver {
  /** Null: the vehicle is never plugged in. */
  plugsInAfterS: number | null;
  /** The vehicle draws no more power after this time. Null: only when the battery is full. */
  pausesAfterS: number | null;
  /** The driver unplugs the vehicle after this time. Null: only after a stop. */
  unplugsAfterS: number | null;
  /** Delay of the last meter value after the end. */
  lastValueAfterS: number;
  /** The number of stop requests that the station does not answer. */
  lostStops: number;
  isRefused: boolean;
  /** The connector stays locked after the end, until an unlock request. */
  locks: boolean;
}

const usual: Driver = {
  plugsInAfterS: 5,
  pausesAfterS: null,
  unplugsAfterS: null,
  lastValueAfterS: 2,
  lostStops: 0,
  isRefused: false,
  locks: false,
};

export const DRIVERS: Readonly<Record<DemoScript, Driver>> = {
  'plugs-in': usual,
  connected: { ...usual, plugsInAfterS: 1 },
  'never-plugs-in': { ...usual, plugsInAfterS: null },
  refuses: { ...usual, isRefused: true },
  pauses: { ...usual, pausesAfterS: 60 },
  unplugs: { ...usual, unplugsAfterS: 90 },
  'late-meter': { ...usual, lastValueAfterS: 60 },
  'stop-refused-once': { ...usual, lostStops: 1 },
  locks: { ...usual, locks: true },
  occupied: { ...usual, isRefused: true },
  'out-of-order': { ...usual, isRefused: true },
  free: usual,
};
