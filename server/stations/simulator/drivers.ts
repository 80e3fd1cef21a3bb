import type { DemoScript } from '../../../shared/charging/charging.ts';

/** What the driver at a demo point does, in seconds since the start was accepted. */
export interface Driver {
  /** Null: the vehicle is never plugged in. */
  plugsInAfterS: number | null;
  /** The vehicle asks for no more power after so long; null: not before it is full. */
  pausesAfterS: number | null;
  /** The driver pulls the plug after so long; null: only after a stop. */
  unplugsAfterS: number | null;
  /** The last meter value comes so long after the end. */
  lastValueAfterS: number;
  /** How many stops the station leaves unanswered. */
  lostStops: number;
  isRefused: boolean;
  /** The plug stays locked after the end until somebody has it unlocked. */
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
