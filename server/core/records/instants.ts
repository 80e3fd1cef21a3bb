/** The instant `ms` milliseconds later, or earlier if `ms` is negative. */
export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

export const earliest = (one: Date, other: Date): Date => (other < one ? other : one);
export const latest = (one: Date, other: Date): Date => (other > one ? other : one);

/** Two Date objects are never `===`. */
export const isSameInstant = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();

export interface Interval {
  /** True if the interval has passed. In that case a new interval begins. */
  isDue(now: Date): boolean;
  /** Makes the next call of `isDue` return true. */
  hurry(): void;
}

/** An interval for periodic work. The first call of `isDue` returns true. A clock that was put back also counts as due. */
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
