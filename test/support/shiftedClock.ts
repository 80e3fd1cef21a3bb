import type { Clock } from '../../server/core/ports/ports.ts';

export interface ShiftedClock extends Clock {
  /** Moves the clock forward at once, as if the app had been suspended. */
  shift(ms: number): void;
}

/** Creates an accelerated clock that starts at a given time and can be moved forward while the app runs. */
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
      // Polls, because `shift` can move the clock forward during the sleep, which a single timer would not notice.
      while (!signal.aborted && nowMs() < at.getTime()) await new Promise(resolve => setTimeout(resolve, 10));
    },
  };
}
