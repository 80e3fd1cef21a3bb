import type { DemoScript } from '../../../shared/charging/demo.ts';

/** What the driver and the vehicle at a simulated point do. Times are in seconds since the start was accepted. */
export interface Driver {
  /** When the vehicle is plugged in. Null: never. */
  plugsInAfterS: number | null;
  /** When the vehicle stops drawing power. Null: only when its battery is full. */
  pausesAfterS: number | null;
  /** When the driver unplugs the vehicle. Null: only after a stop. */
  unplugsAfterS: number | null;
  /** How long after the end the last meter reading becomes available. */
  lastValueAfterS: number;
  /** Number of stop requests to which the station does not respond. */
  lostStops: number;
  isRefused: boolean;
  /** True: the connector stays locked after the end until an unlock request. */
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
