import type { Clock } from '../../server/core/ports/ports.ts';

export interface ShiftedClock extends Clock {
  /** Time goes on later by so much, as if the app had slept. */
  shift(ms: number): void;
}

/** A clock that runs faster from a day on, and can be set forward while the app runs. */
export function createShiftedClock(startsAt: string, speed = 120): ShiftedClock {
  const startedMs = Date.now();
  let shiftedMs = Date.parse(startsAt);
  const nowMs = (): number => shiftedMs + (Date.now() - startedMs) * speed;
  return {
    now: () => new Date(nowMs()),
    shift(ms) {
      shiftedMs += ms;
    },
    async sleepUntil(at, signal) {
      // Looked at again and again: it may be set forward meanwhile.
      while (!signal.aborted && nowMs() < at.getTime()) await new Promise(resolve => setTimeout(resolve, 10));
    },
  };
}
