import { createHmac } from 'node:crypto';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Rate } from '../../shared/charging/limits.ts';
import { newestOf, type Secret } from '../../shared/util/secret.ts';

/** Counts points per key. A count starts with the first point and ends after the time that the rate defines. */
export interface RateLimiter {
  /**
   * Counts `points`, by default one.
   * @returns null if allowed, otherwise the seconds until the next attempt
   */
  consume(key: string, points?: number): Promise<number | null>;
  /** Returns the result that `consume` would return, without counting. */
  check(key: string, points?: number): Promise<number | null>;
  /** Subtracts points that `consume` has counted. */
  giveBack(key: string, points?: number): Promise<void>;
}

interface RateLimiterOptions {
  /** True if points are given back. A key above its limit is then not blocked in memory. */
  givesBack?: boolean;
}

/** Creates a rate limiter. `name` is the prefix of each key. */
export type CreateRateLimiter = (name: string, rate: Rate, options?: RateLimiterOptions) => RateLimiter;

/**
 * More keys than any crowd of visitors needs. An attacker with more networks than this reaches the limits that all networks
 * share.
 */
const MAX_KEYS = 50_000;

/** Removes the least recently counted key if there are too many keys. */
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

/** Counts in the memory of this process. */
export const createMemoryRateLimiter: CreateRateLimiter = (keyPrefix, rate) =>
  limitBy(new BoundedRateLimiter({ keyPrefix, points: rate.limit, duration: rate.withinS }), rate);

interface SharedOptions {
  /** Executes one statement on PostgreSQL. */
  query(text: string, values: readonly unknown[]): Promise<{ rows: readonly unknown[] }>;
  secret: Secret;
}

/**
 * Counts in PostgreSQL for all processes that share the database, so that more processes do not allow an attacker more attempts.
 * The table contains keyed fingerprints instead of addresses.
 */
export function createSharedRateLimiters({ query, secret }: SharedOptions): CreateRateLimiter {
  const storeClient = {
    // The name of the statement is dropped, because a pooler in transaction mode loses prepared statements.
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

/** The clocks of processes differ by less than this. */
const SLACK_MS = 60_000;

function limitBy(limiter: RateLimiterAbstract, { limit, withinS }: Rate, keyOf = (key: string) => key): RateLimiter {
  /**
   * False for a count that would last longer than its rate: the clock that started this count was ahead, or was set back later.
   */
  const isCurrent = ({ msBeforeNext }: RateLimiterRes): boolean => msBeforeNext > 0 && msBeforeNext <= withinS * 1000 + SLACK_MS;
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
      // This count has started after `consume`. A negative count would allow additional points, so the count is deleted.
      if (consumedPoints < 0) await limiter.delete(key);
    },
  };
}
