/** Returns the instant `ms` milliseconds later, or earlier if `ms` is negative. */
export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

export const earliest = (one: Date, other: Date): Date => (other < one ? other : one);
export const latest = (one: Date, other: Date): Date => (other > one ? other : one);

/** Returns true if both are null or the same time. `===` would compare the Date objects and not their times. */
export const isSameInstant = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();

export interface Interval {
  /** Returns true if the interval has passed, and then begins a new interval. */
  isDue(now: Date): boolean;
  /** Makes the next call of `isDue` return true. */
  hurry(): void;
}

/**
 * Creates an interval for periodic work. The first call of `isDue` returns true. `isDue` also returns true after the clock was
 * set back.
 */
export function createInterval(everyMs: number): Interval {
  let doneAt: Date | null = null;
  return {
    isDue(now) {
      if (doneAt !== null && doneAt <= now && now < later(doneAt, everyMs)) return false;
      doneAt = now;
      return true;
    },
    hurry() {
      doneAt = null;
    },
  };
}
