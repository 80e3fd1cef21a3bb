/** So much later, or with less than nothing earlier. */
export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

export const earliest = (one: Date, other: Date): Date => (other < one ? other : one);
export const latest = (one: Date, other: Date): Date => (other > one ? other : one);

/** Two dates are never `===`. */
export const isSameInstant = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();

export interface Interval {
  /** Whether it is time again; if so, the next time is so much later. */
  isDue(now: Date): boolean;
  /** It is time again at once. */
  hurry(): void;
}

/** Whoever does something every so often, at once at first, and also where the clock has been put back meanwhile. */
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
