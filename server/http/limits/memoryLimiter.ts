import type { CreateLimiter } from './tries.ts';

interface Kept {
  points: number;
  until: number;
}

/** Enough for any crowd. A guesser with more networks than this meets the limits that all of them share. */
const MOST_KEYS = 50_000;

/** Counts in the memory of this process. What was given back whole, and what is over, takes no room. */
export const createMemoryLimiter: CreateLimiter = ({ duration }) => {
  // In the order in which they end: all last equally long, and one that begins anew goes to the end.
  const keys = new Map<string, Kept>();
  /** None lasts longer than this: what would has been counted before the machine's clock was put back. */
  const isGoingOn = ({ until }: Kept, now: number): boolean => until > now && until <= now + duration * 1000;
  const tidy = (now: number) => {
    for (const [key, kept] of keys) {
      if (isGoingOn(kept, now) && keys.size <= MOST_KEYS) return;
      keys.delete(key);
    }
  };
  const current = (key: string, now: number): Kept | null => {
    const kept = keys.get(key);
    return kept && isGoingOn(kept, now) ? kept : null;
  };
  return {
    async get(key) {
      const now = Date.now();
      const kept = current(key, now);
      return kept && { consumedPoints: kept.points, msBeforeNext: kept.until - now };
    },
    async penalty(key, points) {
      const now = Date.now();
      const known = current(key, now);
      const kept = known ?? { points: 0, until: now + duration * 1000 };
      kept.points += points;
      if (!known) {
        keys.delete(key);
        keys.set(key, kept);
        tidy(now);
      }
      return { consumedPoints: kept.points, msBeforeNext: kept.until - now };
    },
    async reward(key, points) {
      const kept = current(key, Date.now());
      if (!kept) return;
      kept.points -= points;
      if (kept.points <= 0) keys.delete(key);
    },
  };
};
