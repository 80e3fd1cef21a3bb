import { createHmac } from 'node:crypto';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Rate } from '../../shared/charging/limits.ts';
import { newestOf, type Secret } from '../../shared/util/secret.ts';

/** Counts by key, from the first point on for as long as its rate says. */
export interface RateLimiter {
  /** Counts `points`, one unless given. Null: allowed, else the seconds until the next try. */
  consume(key: string, points?: number): Promise<number | null>;
  /** What `consume` would answer. Counts nothing. */
  check(key: string, points?: number): Promise<number | null>;
  /** Takes back what `consume` has counted. */
  giveBack(key: string, points?: number): Promise<void>;
}

interface RateLimiterOptions {
  /** Points are given back, so a key that is over its limit is not blocked in memory. */
  givesBack?: boolean;
}

/** `name` stands before each key. */
export type CreateRateLimiter = (name: string, rate: Rate, options?: RateLimiterOptions) => RateLimiter;

/** Enough for any crowd. A guesser with more networks than this meets the limits that all networks share. */
const MAX_KEYS = 50_000;

/** Forgets the key that was counted least recently when there are too many. */
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
  /** Runs one statement of PostgreSQL. */
  query(text: string, values: readonly unknown[]): Promise<{ rows: readonly unknown[] }>;
  secret: Secret;
}

/**
 * Counts in PostgreSQL for all processes on it, so that more processes allow a guesser no more tries. The table holds keyed
 * fingerprints, no addresses.
 */
export function createSharedRateLimiters({ query, secret }: SharedOptions): CreateRateLimiter {
  const storeClient = {
    // Without the statement's name: a pooler in transaction mode forgets prepared statements.
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

/** Clocks of processes differ by less. */
const SLACK_MS = 60_000;

function limitBy(limiter: RateLimiterAbstract, { limit, withinS }: Rate, keyOf = (key: string) => key): RateLimiter {
  /** A count that lasts longer than its rate was begun by a clock that is ahead, or was put back since. */
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
      // Taken from a count that began after `consume`: nothing may be left over for others.
      if (consumedPoints < 0) await limiter.delete(key);
    },
  };
}
