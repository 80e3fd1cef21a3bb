import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { limitSearch } from '../../server/http/limits/searchLimits.ts';
import { createSharedRateLimiters, type RateLimiter } from '../../server/platform/rateLimiter.ts';
import { openStore } from '../../server/store/openStore.ts';
import type { SearchQuery } from '../../shared/charging/charging.ts';
import type { FoundSession } from '../../shared/charging/receipt.ts';
import { Problem } from '../../shared/model/problem.ts';
import { isoDay } from '../../shared/model/time.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';

const DAY = '2026-11-20';
const HIT = [{ number: 1 }] as unknown as readonly FoundSession[];
const HIT_DIGITS = '4242';

let server: PostgresServer;
let pools: pg.Pool[];
let statements: string[];
beforeAll(async () => {
  server = await startPostgres();
  const url = await server.createDatabase();
  const store = openStore({ databaseUrl: url, databaseListenUrl: null, dataDir: ':memory:' });
  await store.migrate();
  await store.close();
  pools = [1, 2].map(() => new pg.Pool({ connectionString: url, max: 10 }));
});
afterAll(async () => {
  for (const pool of pools) await pool.end();
  await server.close();
});
beforeEach(async () => {
  statements = [];
  await pools[0]?.query('truncate search_limits');
});

/** Creates the rate limiters of process `n`. Both processes share a database. */
const limitersOf = (n: number) =>
  createSharedRateLimiters({
    secret: 'one secret for all the processes',
    async query(text, values) {
      statements.push(text);
      return pools[n]!.query(text, [...values]);
    },
  });
const searches = () =>
  [0, 1].map(n => limitSearch({ findSessions: async ({ lastDigits }) => (lastDigits === HIT_DIGITS ? HIT : []) }, limitersOf(n)));

async function outcome(search: ReturnType<typeof limitSearch>, request: Partial<SearchQuery>, from: string): Promise<string> {
  try {
    const found = await search(
      { clientId: 'blaufink', country: 'de', date: DAY, price: '12,34', lastDigits: '0001', ...request },
      from,
    );
    return found.length > 0 ? 'hit' : 'miss';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.fields.evse ? 'which point?' : error.code;
  }
}
const tally = (outcomes: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(outcomes, one => one)].map(([name, all]) => [name, all.length]));
const times = <T>(count: number, act: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => act(n));
const points = async () => {
  const { rows } = await pools[0]!.query<{ key: string; points: number }>('select key, points from search_limits');
  return rows.map(row => [row.key.split(':')[0], row.points]).sort();
};

describe('The limits of a search on PostgreSQL', () => {
  it('write nothing for a hit that is given back, and nothing for a search that is refused already', async () => {
    const [search] = searches();
    const counted = [['address', 3], ...times(3, () => ['day', 1]), ...times(3, () => ['price', 1])];
    expect(await outcome(search!, {}, '192.0.2.1')).toBe('miss');
    expect(await points()).toEqual(counted);
    expect(await outcome(search!, { lastDigits: HIT_DIGITS }, '192.0.2.1')).toBe('hit');
    expect(await points()).toEqual(counted);
    for (let n = 0; n < 9; n++) await outcome(search!, { price: `${n},00` }, '192.0.2.1');
    statements.length = 0;
    expect(await outcome(search!, { price: '99,00' }, '192.0.2.1')).toBe('too-many');
    expect(statements.map(text => text.trim().slice(0, 6))).toEqual(['SELECT']);
  });

  it('let a hundred guesses at once of two processes through no more often than a hundred in a row', async () => {
    const both = searches();
    const own = await Promise.all(times(100, n => outcome(both[n % 2]!, { price: `${n},00` }, '192.0.2.2')));
    expect(tally(own)).toEqual({ miss: 10, 'too-many': 90 });
    const shared = await Promise.all(
      times(100, n => outcome(both[n % 2]!, { price: '77,00', date: '2026-10-01' }, `10.0.${n}.1`)),
    );
    expect(tally(shared).miss).toBeLessThanOrEqual(5);
    expect(await outcome(both[0]!, { price: '77,00', date: '2026-10-01' }, '10.1.0.1')).toBe(
      tally(shared).miss === 5 ? 'which point?' : 'miss',
    );
  });

  it('go on through days that overlap, from both processes at once, without one waiting for the other for ever', async () => {
    const both = searches();
    const days = times(7, n => isoDay(Date.parse(DAY) + (n - 3) * 86_400_000));
    const outcomes = await Promise.all(
      times(200, n =>
        outcome(
          both[n % 2]!,
          { date: days[n % 7] ?? DAY, lastDigits: n % 3 ? HIT_DIGITS : '0001', price: `${n % 4},00` },
          `10.2.${n}.1`,
        ),
      ),
    );
    expect(Object.keys(tally(outcomes)).filter(name => !['hit', 'miss', 'which point?'].includes(name))).toEqual([]);
    const misses = outcomes.filter(one => one === 'miss').length;
    const storedPoints = await points();
    expect(storedPoints.reduce((sum, [kind, count]) => sum + (kind === 'address' ? Number(count) : 0), 0)).toBe(3 * misses);
    expect(storedPoints.reduce((sum, [kind, count]) => sum + (kind === 'day' ? Number(count) : 0), 0)).toBe(3 * misses);
  });
});

describe('createSharedRateLimiters', () => {
  const RATE = { limit: 5, withinS: 60 };
  const pair = () => [0, 1].map(n => limitersOf(n)('test', RATE)) as [RateLimiter, RateLimiter];
  const passes = (seconds: number) => pools[0]!.query('update search_limits set expire = expire - $1', [seconds * 1000]);
  const expectSeconds = (actual: number | null, expected: number) => {
    expect(actual).toBeGreaterThan(expected - 10);
    expect(actual).toBeLessThanOrEqual(expected);
  };

  it('counts for all processes from the first point on, and begins anew when the time is over', async () => {
    const [one, other] = pair();
    expect(await one.consume('a', 3)).toBeNull();
    await passes(20);
    expect(await other.consume('a', 2)).toBeNull();
    expectSeconds(await one.check('a'), 40);
    expectSeconds(await one.consume('a'), 40);
    expect(await other.consume('b')).toBeNull();
    await passes(40);
    expect(await other.consume('a', 5)).toBeNull();
    expectSeconds(await other.consume('a'), 60);
  });

  it('asks the database no more for a key that is over its limit', async () => {
    const [one] = pair();
    await one.consume('a', 6);
    statements.length = 0;
    expectSeconds(await one.consume('a'), 60);
    expect(statements).toEqual([]);
  });

  it('locks no key for hours when the clock of another process is ahead', async () => {
    const [one] = pair();
    await one.consume('a', 5);
    await passes(-5 * 3600);
    expect(await one.check('a')).toBeNull();
    expect(await one.consume('a', 5)).toBeNull();
    expectSeconds(await one.consume('a'), 60);
  });

  it('gives nothing back to a count that began later', async () => {
    const limiter = limitersOf(0)('test', RATE, { givesBack: true });
    await limiter.consume('a', 3);
    await passes(61);
    await limiter.giveBack('a', 3);
    expect(await limiter.consume('a', 5)).toBeNull();
    expectSeconds(await limiter.consume('a'), 60);
  });
});
