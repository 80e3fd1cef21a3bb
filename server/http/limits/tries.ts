import type { Rate } from '../../../shared/charging/limits.ts';

/** So many tries under one key, from the first one on for so many seconds. */
export interface LimitRule {
  keyPrefix: string;
  points: number;
  duration: number;
}

interface Tried {
  consumedPoints: number;
  msBeforeNext: number;
}

/**
 * Counts tries, and takes back what was counted: here alone, or together with other processes. These ask a database at once for
 * what is asked of them without waiting in between.
 */
interface Limiter {
  /** How it stands; nothing is written. */
  get(key: string): Promise<Tried | null>;
  penalty(key: string, points: number): Promise<Tried>;
  reward(key: string, points: number): Promise<unknown>;
}
export type CreateLimiter = (rule: LimitRule) => Limiter;

export const ruleOf = (keyPrefix: string, { most, withinS }: Rate): LimitRule => ({ keyPrefix, points: most, duration: withinS });

/** Tries that may be made under one key. */
export interface Tries {
  /** The count with these tries added. Only reads, so that a refused search writes nothing. */
  look(): Promise<Standing>;
  count(): Promise<Standing>;
  giveBack(): Promise<unknown>;
}

export interface Standing {
  isOver: boolean;
  retryAfterS: number;
}

/** Tries that are counted by a rule, by key and how many at once. */
export function createTries(createLimiter: CreateLimiter, rule: LimitRule): (key: string, points: number) => Tries {
  const limiter = createLimiter(rule);
  const standing = ({ consumedPoints, msBeforeNext }: Tried): Standing => ({
    isOver: consumedPoints > rule.points,
    retryAfterS: Math.ceil(msBeforeNext / 1000),
  });
  return (key, points) => ({
    async look() {
      const { consumedPoints, msBeforeNext } = (await limiter.get(key)) ?? { consumedPoints: 0, msBeforeNext: 0 };
      return standing({ consumedPoints: consumedPoints + points, msBeforeNext });
    },
    count: async () => standing(await limiter.penalty(key, points)),
    giveBack: () => limiter.reward(key, points),
  });
}
