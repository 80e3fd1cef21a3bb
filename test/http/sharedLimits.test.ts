import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { createSharedLimiters } from '../../server/adapters/limits/limits.ts';
import { limitSearch } from '../../server/http/limits/searchLimits.ts';
import type { SearchQuery } from '../../shared/charging/charging.ts';
import type { FoundSession } from '../../shared/charging/receipt.ts';
import { Problem } from '../../shared/model/problem.ts';
import { isoDay } from '../../shared/model/time.ts';
import { startApp } from '../support/openApp.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';

const DAY = '2026-11-20';
const HIT = [{ number: 1 }] as unknown as readonly FoundSession[];
const HIT_DIGITS = '4242';

let server: PostgresServer;
let pools: pg.Pool[];
let statements: string[];
const wallClock = Date.now;
beforeAll(async () => {
  server = await startPostgres();
  const url = await server.createDatabase();
  // The first start arranges the database.
  await (await startApp({ env: { DATABASE_URL: url, SECRET: 'one secret for all the processes' } })).close();
  pools = [1, 2].map(() => new pg.Pool({ connectionString: url, max: 10 }));
});
afterAll(async () => {
  for (const pool of pools) await pool.end();
  await server.close();
});
beforeEach(async () => {
  statements = [];
  await pools[0]?.query('truncate search_misses');
});
afterEach(() => {
  Date.now = wallClock;
});

/** The counters of one process of two. */
const limitersOf = (n: number) =>
  createSharedLimiters({
    secret: 'one secret for all the processes',
    async query(text, values) {
      statements.push(text);
      return pools[n]!.query(text, [...values]);
    },
  });
const searches = () =>
  [0, 1].map(n => limitSearch({ findSessions: async ({ lastDigits }) => (lastDigits === HIT_DIGITS ? HIT : []) }, limitersOf(n)));

/** How a search ends. */
async function outcome(search: ReturnType<typeof limitSearch>, ask: Partial<SearchQuery>, from: string): Promise<string> {
  try {
    const found = await search(
      { clientId: 'blaufink', country: 'de', date: DAY, price: '12,34', lastDigits: '0001', ...ask },
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
  const { rows } = await pools[0]!.query<{ key: string; points: number }>('select key, points from search_misses');
  return rows.map(row => [row.key.split(':')[0], row.points]).sort();
};

describe('The limits of a search on PostgreSQL', () => {
  it('are three statements for a miss, four for a hit, and one for whoever is refused', async () => {
    const [search] = searches();
    expect(await outcome(search!, {}, '192.0.2.1')).toBe('miss');
    expect(statements).toHaveLength(3);
    expect(await points()).toEqual([['address', 3], ...times(3, () => ['day', 1]), ...times(3, () => ['price', 1])]);
    statements.length = 0;
    expect(await outcome(search!, { lastDigits: HIT_DIGITS }, '192.0.2.1')).toBe('hit');
    expect(statements).toHaveLength(4);
    expect(await points()).toEqual([['address', 3], ...times(3, () => ['day', 1]), ...times(3, () => ['price', 1])]);
    for (let n = 0; n < 9; n++) await outcome(search!, { price: `${n},00` }, '192.0.2.1');
    statements.length = 0;
    expect(await outcome(search!, { price: '99,00' }, '192.0.2.1')).toBe('too-many');
    expect(statements).toHaveLength(1);
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

describe('A count on PostgreSQL', () => {
  const rule = { keyPrefix: 'test', points: 5, duration: 60 };
  /** The clock is the database's: what it keeps grows older. */
  const passes = (seconds: number) => pools[0]!.query('update search_misses set expire = expire - $1', [seconds * 1000]);
  const expectLeft = (tried: { msBeforeNext: number } | null, seconds: number) => {
    expect(tried?.msBeforeNext).toBeGreaterThan((seconds - 10) * 1000);
    expect(tried?.msBeforeNext).toBeLessThanOrEqual(seconds * 1000);
  };

  it('adds up under one key from the first try on, over both processes, and begins anew when its time is over', async () => {
    const [one, other] = [limitersOf(0)(rule), limitersOf(1)(rule)];
    expect(await one.get('a')).toBeNull();
    const first = await one.penalty('a', 3);
    expect(first.consumedPoints).toBe(3);
    expectLeft(first, 60);
    await passes(20);
    const second = await other.penalty('a', 1);
    expect(second.consumedPoints).toBe(4);
    expectLeft(second, 40);
    const read = await one.get('a');
    expect(read?.consumedPoints).toBe(4);
    expectLeft(read, 40);
    expect(await one.get('b')).toBeNull();
    await passes(40);
    expect(await one.get('a')).toBeNull();
    const anew = await other.penalty('a', 1);
    expect(anew.consumedPoints).toBe(1);
    expectLeft(anew, 60);
  });

  it('lasts no longer, and no shorter, where the clock of a process is wrong by hours', async () => {
    const [wrong, right] = [limitersOf(0)(rule), limitersOf(1)(rule)];
    for (const hours of [5, -5]) {
      const key = `wrong by ${hours}`;
      Date.now = () => wallClock() + hours * 3_600_000;
      await wrong.penalty(key, 6);
      Date.now = wallClock;
      const read = await right.get(key);
      expect(read?.consumedPoints).toBe(6);
      expectLeft(read, 60);
    }
  });

  it('is over where the clock of the database itself was put back by hours', async () => {
    const limiter = limitersOf(0)(rule);
    await limiter.penalty('e', 6);
    await passes(-5 * 3600);
    expect(await limiter.get('e')).toBeNull();
    const anew = await limiter.penalty('e', 1);
    expect(anew.consumedPoints).toBe(1);
    expectLeft(anew, 60);
  });

  it('of tries that come at once is told to each as if they had come in a row', async () => {
    const limiter = limitersOf(0)(rule);
    const penalties = await Promise.all([1, 2, 3].map(points => limiter.penalty('c', points)));
    expect(penalties.map(({ consumedPoints }) => consumedPoints)).toEqual([1, 3, 6]);
    expect(statements).toHaveLength(1);
    await Promise.all([1, 2].map(points => limiter.reward('c', points)));
    expect((await limiter.get('c'))?.consumedPoints).toBe(3);
  });

  it('that is over is removed an hour later, also when the database fails now and then', () => {
    jest.useFakeTimers();
    try {
      const query = jest.fn(async (_text: string, _values: readonly unknown[]) => Promise.reject(new Error('away')));
      createSharedLimiters({ secret: 'one secret for all the processes', query });
      jest.advanceTimersByTime(10 * 60_000);
      expect(query.mock.calls.map(([text]) => text.slice(0, 26))).toEqual(Array(2).fill('delete from search_misses '));
    } finally {
      jest.useRealTimers();
    }
  });

  it('gives nothing back to tries that began later', async () => {
    const limiter = limitersOf(0)(rule);
    await limiter.penalty('d', 3);
    await passes(61);
    await limiter.reward('d', 3);
    expect(await limiter.penalty('d', 2)).toMatchObject({ consumedPoints: 2 });
  });
});
