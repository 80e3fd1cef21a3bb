import type { CreateLimiter } from './tries.ts';

interface Counter {
  points: number;
  until: number;
}

/** Enough for any crowd. A guesser with more networks than this meets the limits that all of them share. */
const MAX_KEYS = 50_000;

/** Counts in the memory of this process. What was given back whole, and what is over, takes no room. */
export const createMemoryLimiter: CreateLimiter = ({ duration }) => {
  // In the order in which they end: all last equally long, and one that begins anew goes to the end.
  const keys = new Map<string, Counter>();
  /** None lasts longer than this: what would has been counted before the machine's clock was put back. */
  const isGoingOn = ({ until }: Counter, now: number): boolean => until > now && until <= now + duration * 1000;
  const tidy = (now: number) => {
    for (const [key, kept] of keys) {
      if (isGoingOn(kept, now) && keys.size <= MAX_KEYS) return;
      keys.delete(key);
    }
  };
  const current = (key: string, now: number): Counter | null => {
    const counter = keys.get(key);
    return counter && isGoingOn(counter, now) ? counter : null;
  };
  return {
    async get(key) {
      const now = Date.now();
      const counter = current(key, now);
      return counter && { consumedPoints: counter.points, msBeforeNext: counter.until - now };
    },
    async penalty(key, points) {
      const now = Date.now();
      const known = current(key, now);
      const counter = known ?? { points: 0, until: now + duration * 1000 };
      counter.points += points;
      if (!known) {
        keys.delete(key);
        keys.set(key, counter);
        tidy(now);
      }
      return { consumedPoints: counter.points, msBeforeNext: counter.until - now };
    },
    async reward(key, points) {
      const counter = current(key, Date.now());
      if (!counter) return;
      counter.points -= points;
      if (counter.points <= 0) keys.delete(key);
    },
  };
};
