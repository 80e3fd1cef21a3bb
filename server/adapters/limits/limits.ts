import { createHmac } from 'node:crypto';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { newestOf, type Secret } from '../../../shared/keys/secret.ts';

/** Runs one statement of PostgreSQL. */
type Query = (text: string, values: readonly unknown[]) => Promise<{ rows: readonly unknown[] }>;

/**
 * Counters that all processes on one PostgreSQL share, so that a guesser gets no more tries where there are more processes.
 * What is counted is kept as a fingerprint only: addresses of visitors are nobody's business.
 */
export function createSharedLimiters({ query, secret }: { query: Query; secret: Secret }) {
  const storeClient = {
    async query({ text, values }: { text: string; values: readonly unknown[] }) {
      const { rows } = await query(text, values);
      return { rows, rowCount: rows.length };
    },
  };
  const fingerprint = (key: string): string => createHmac('sha256', newestOf(secret)).update(key).digest('base64url');
  return (ask: { keyPrefix: string; points: number; duration: number }) => {
    const table = { storeClient, storeType: 'client', tableName: 'search_misses', tableCreated: true };
    const limiter = new RateLimiterPostgres({ ...table, ...ask });
    return {
      get: (key: string) => limiter.get(fingerprint(key)),
      penalty: (key: string, points: number) => limiter.penalty(fingerprint(key), points),
      reward: (key: string, points: number) => limiter.reward(fingerprint(key), points),
    };
  };
}
