import { createHmac } from 'node:crypto';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Rate } from '../../shared/charging/limits.ts';
import { newestOf, type Secret } from '../../shared/util/secret.ts';

/** Counts points per key. A count begins with the first point, and is reset when the period of the rate is over. */
export interface RateLimiter {
  /**
   * Counts `points` (default: one).
   * @returns null if allowed, otherwise the seconds to wait
   */
  consume(key: string, points?: number): Promise<number | null>;
  /** Returns what `consume` would return, without counting. */
  check(key: string, points?: number): Promise<number | null>;
  /** Subtracts points that `consume` has counted. */
  giveBack(key: string, points?: number): Promise<void>;
}

interface RateLimiterOptions {
  /**
   * True if `giveBack` is used. A key above its limit must then not be blocked in memory, because `giveBack` may bring it below
   * the limit again.
   */
  givesBack?: boolean;
}

/** Creates a rate limiter. Its `name` is the prefix of every key. */
export type CreateRateLimiter = (name: string, rate: Rate, options?: RateLimiterOptions) => RateLimiter;

/**
 * Maximum number of keys in memory, more than any crowd of visitors needs. An attacker with more networks than this is stopped
 * by the limits that all networks share.
 */
const MAX_KEYS = 50_000;

/** Rate limiter with a maximum number of keys. If there are more, the least recently used key is removed. */
class BoundedRateLimiter extends RateLimiterMemory {
  readonly #keys = new Set<string>();

  override consume(key: string, points?: number): Promise<RateLimiterRes> {
    this.#keys.delete(key);
    this.#keys.add(key);
    const [oldest] = this.#keys;
    if (this.#keys.size > MAX_KEYS && oldest !== undefined) {
      this.#keys.delete(oldest);
      void this.delete(oldest);
    }
    return super.consume(key, points);
  }
}

/** Creates a rate limiter that counts in the memory of this process. */
export const createMemoryRateLimiter: CreateRateLimiter = (keyPrefix, rate) =>
  limitBy(new BoundedRateLimiter({ keyPrefix, points: rate.limit, duration: rate.withinS }), rate);

interface SharedOptions {
  /** Executes one statement on PostgreSQL. */
  query(text: string, values: readonly unknown[]): Promise<{ rows: readonly unknown[] }>;
  secret: Secret;
}

/**
 * Creates rate limiters with counters in PostgreSQL, which all processes share. With counters per process, each further process
 * would allow an attacker more attempts. The table contains keyed hashes instead of IP addresses.
 */
export function createSharedRateLimiters({ query, secret }: SharedOptions): CreateRateLimiter {
  const storeClient = {
    // Leaving out the statement name avoids prepared statements, which a connection pooler in transaction mode would lose.
    async query({ text, values }: { text: string; values: readonly unknown[] }) {
      const { rows } = await query(text, values);
      return { rows, rowCount: rows.length };
    },
  };
  const fingerprint = (key: string): string => createHmac('sha256', newestOf(secret)).update(key).digest('base64url');
  return (keyPrefix, rate, { givesBack = false } = {}) => {
    const limiter = new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: 'search_limits',
      tableCreated: true,
      keyPrefix,
      points: rate.limit,
      duration: rate.withinS,
      ...(givesBack ? {} : { inMemoryBlockOnConsumed: rate.limit + 1 }),
    });
    return limitBy(limiter, rate, fingerprint);
  };
}

/** Maximum assumed difference between the clocks of two processes, in milliseconds. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000;

function limitBy(limiter: RateLimiterAbstract, { limit, withinS }: Rate, keyOf = (key: string) => key): RateLimiter {
  /**
   * Returns whether the end of the counting period is plausible. The end is implausible if the clock was ahead when the period
   * began, or was set back afterwards.
   */
  const isCurrent = ({ msBeforeNext }: RateLimiterRes): boolean =>
    msBeforeNext > 0 && msBeforeNext <= withinS * 1000 + MAX_CLOCK_DIFFERENCE_MS;
  const tryOnce = (key: string, points: number): Promise<RateLimiterRes | null> =>
    limiter.consume(key, points).then(
      () => null,
      (refusal: unknown) => (refusal instanceof RateLimiterRes ? refusal : Promise.reject(refusal)),
    );
  const secondsOf = (refusal: RateLimiterRes | null) => refusal && Math.ceil(refusal.msBeforeNext / 1000);
  return {
    async consume(name, points = 1) {
      const key = keyOf(name);
      const refusal = await tryOnce(key, points);
      if (refusal === null || isCurrent(refusal)) return secondsOf(refusal);
      await limiter.delete(key);
      return secondsOf(await tryOnce(key, points));
    },
    async check(name, points = 1) {
      const known = await limiter.get(keyOf(name));
      return known && isCurrent(known) && known.consumedPoints + points > limit ? secondsOf(known) : null;
    },
    async giveBack(name, points = 1) {
      const key = keyOf(name);
      const { consumedPoints } = await limiter.reward(key, points);
      // The count was reset between `consume` and `giveBack`, so it is negative now. A negative count would allow additional
      // points, so it is deleted.
      if (consumedPoints < 0) await limiter.delete(key);
    },
  };
}
