import type { Clock } from '../../core/ports/ports.ts';

export interface SteppedClock extends Clock {
  /** Moves the clock forward and ends every `sleepUntil` whose time has come. An earlier time changes nothing. */
  moveTo(at: Date): void;
}

/** Creates a clock that shows a time of the past and stands still until `moveTo` moves it. */
export function createSteppedClock(startsAt: Date): SteppedClock {
  let nowMs = startsAt.getTime();
  const sleeping = new Map<() => void, number>();
  return {
    now: () => new Date(nowMs),
    sleepUntil(at, signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (signal.aborted || at.getTime() <= nowMs) return Promise.resolve();
      sleeping.set(resolve, at.getTime());
      signal.addEventListener('abort', () => resolve(), { once: true });
      return promise.finally(() => sleeping.delete(resolve));
    },
    moveTo(at) {
      nowMs = Math.max(nowMs, at.getTime());
      for (const [wake, ms] of sleeping) if (ms <= nowMs) wake();
    },
  };
}
