import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { SearchQuery } from '../../../shared/charging/charging.ts';
import type { FoundSession } from '../../../shared/charging/receipt.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { isoDay } from '../../../shared/model/time.ts';
import { createMemoryRateLimiter } from '../../platform/rateLimiter.ts';
import { limitSearch } from './searchLimits.ts';

const DAY = '2026-11-20';
const HIT = [{ number: 1 }] as unknown as readonly FoundSession[];

/** Creates a rate-limited search. `findSessions` decides which queries find a receipt; by default none does. */
function open(findSessions: (query: SearchQuery) => Promise<readonly FoundSession[]> = async () => []) {
  const search = limitSearch({ findSessions }, createMemoryRateLimiter);
  let address = 0;
  return {
    /** Searches once and returns the outcome. Without `from`, every guess comes from a new IP address. */
    async guess(request: Partial<SearchQuery> = {}, from = `10.${address >> 8}.${address++ & 255}.1`): Promise<string> {
      const whole = { clientId: 'blaufink', country: 'de', date: DAY, price: '12,34', lastDigits: '4242', ...request };
      try {
        return (await search(whole, from)).length > 0 ? 'hit' : 'miss';
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return error.fields.evse ? 'which point?' : `${error.code} ${error.retryAfterS}`;
      }
    },
  };
}
const times = <T>(count: number, act: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => act(n));
const tally = (outcomes: readonly string[]): Record<string, number> =>
  Object.fromEntries([...new Set(outcomes)].map(outcome => [outcome, outcomes.filter(one => one === outcome).length]));
/** Returns a different price for each n, because searches for the same price share a limit. */
const price = (n: number) => `${n + 1},00`;

test('one address has thirty tries in ten minutes, and each search tries three days', async () => {
  const { guess } = open();
  for (let n = 0; n < 10; n++) expect(await guess({ price: price(n) }, '192.0.2.7')).toBe('miss');
  expect(await guess({ price: price(11) }, '192.0.2.7')).toBe('too-many 600');
  expect(await guess({ price: price(12), evseId: 'DE*BLF*E1001*1' }, '192.0.2.7')).toBe('too-many 600');
  expect(await guess({ price: price(13) }, '192.0.2.8')).toBe('miss');
});

test('a whole /64 is one address, and so is an IPv4 address in either spelling', async () => {
  const { guess } = open();
  await Promise.all(times(10, n => guess({ price: price(n) }, `2001:db8:1:2::${n + 1}`)));
  expect(await guess({ price: price(11) }, '2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe('too-many 600');
  expect(await guess({ price: price(12) }, '2001:db8:1:3::1')).toBe('miss');
  await Promise.all(times(10, n => guess({ price: price(20 + n) }, '192.0.2.7')));
  expect(await guess({ price: price(40) }, '::ffff:192.0.2.7')).toBe('too-many 600');
});

test('a hundred guesses at once get no more answers than a hundred in a row', async () => {
  const { guess } = open();
  const outcomes = await Promise.all(times(100, n => guess({ price: price(n) }, '192.0.2.7')));
  expect(tally(outcomes)).toEqual({ miss: 10, 'too-many 600': 90 });
});

test('hits count nowhere, and neither does a search that failed', async () => {
  let isBroken = false;
  const { guess } = open(async ({ lastDigits }) => {
    if (isBroken) throw new Problem('search-failed');
    return lastDigits === '4242' ? HIT : [];
  });
  for (let round = 0; round < 10; round++)
    expect(tally(await Promise.all(times(5, () => guess({}, '192.0.2.7'))))).toEqual({ hit: 5 });
  isBroken = true;
  for (let round = 0; round < 12; round++) expect(await guess({}, '192.0.2.7')).toBe('search-failed null');
  isBroken = false;
  expect(await guess({ lastDigits: '0001' }, '192.0.2.7')).toBe('miss');
});

test('after five misses at one price of one day, from wherever, the point is asked for; who knows it goes on', async () => {
  const { guess } = open(async ({ evseId, lastDigits }) => (evseId && lastDigits === '4242' ? HIT : []));
  for (let n = 0; n < 5; n++) expect(await guess({ lastDigits: `000${n}` })).toBe('miss');
  expect(await guess({ lastDigits: '0005' })).toBe('which point?');
  expect(await guess({ price: '12.34 €' })).toBe('which point?');
  expect(await guess({ evseId: 'DE*BLF*E1001*1' })).toBe('hit');
  expect(await guess({ evseId: 'DE*BLF*E1001*1', lastDigits: '0006' })).toBe('miss');
  expect(await guess({ price: '12,35' })).toBe('miss');
  expect(await guess({ clientId: 'farnwald' })).toBe('miss');
});

test('a day that is reached from its neighbours counts the same', async () => {
  const { guess } = open();
  for (const date of ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-19', '2026-11-21'])
    expect(await guess({ date })).toBe('miss');
  for (const date of ['2026-11-19', '2026-11-20', '2026-11-21']) expect(await guess({ date })).toBe('which point?');
  expect(await guess({ date: '2026-11-24' })).toBe('miss');
});

test('after three hundred misses on one day, at whatever price, the point is asked for', async () => {
  const { guess } = open();
  expect(tally(await Promise.all(times(310, n => guess({ price: price(n) }))))).toEqual({ miss: 300, 'which point?': 10 });
  expect(await guess({ price: '999,00', date: '2026-11-19' })).toBe('which point?');
  expect(await guess({ price: '999,00', date: '2026-11-18' })).toBe('which point?');
  expect(await guess({ price: '999,00', date: '2026-11-17' })).toBe('miss');
  expect(await guess({ price: '999,00', clientId: 'farnwald' })).toBe('miss');
  expect(await guess({ price: '999,00', evseId: 'DE*BLF*E1001*1' })).toBe('miss');
});

test('an answer never comes sooner because there was nothing to look at', async () => {
  const { guess } = open(async ({ lastDigits }) => (lastDigits === '4242' ? HIT : []));
  for (const lastDigits of ['4242', '0001']) {
    const begin = performance.now();
    await guess({ lastDigits });
    expect(performance.now() - begin).toBeGreaterThan(55);
  }
});

/** Returns the used heap in bytes after a garbage collection. */
function measureHeap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

test('fifty thousand refused tries leave nothing behind', async () => {
  const { guess } = open();
  for (let n = 0; n < 10; n++) await guess({ price: price(n) }, '192.0.2.7');
  const tries = async (count: number, from: number) => {
    for (let n = from; n < from + count; n++) {
      const date = isoDay(Date.UTC(2000, 0, 1 + (n % 9000)));
      expect(await guess({ price: price(n), date }, '192.0.2.7')).toMatch(/^too-many/);
    }
  };
  await tries(1000, 100);
  const before = measureHeap();
  await tries(50_000, 2000);
  expect(measureHeap() - before).toBeLessThan(2_000_000);
}, 30_000);

test('neither do searches that fail, nor those that are asked for the point', async () => {
  let isBroken = true;
  const written: string[] = [];
  const search = limitSearch(
    {
      findSessions: async () => {
        if (isBroken) throw new Problem('search-failed');
        return [];
      },
    },
    (name, rate) => {
      const limiter = createMemoryRateLimiter(name, rate);
      return {
        ...limiter,
        consume(key, points) {
          written.push(key);
          return limiter.consume(key, points);
        },
      };
    },
  );
  const searchQuery = { clientId: 'blaufink', country: 'de', date: DAY, lastDigits: '4242' };
  await Promise.all(times(20, n => search({ ...searchQuery, price: price(n) }, '192.0.2.7').catch(() => null)));
  isBroken = false;
  await search({ ...searchQuery, price: price(99) }, '192.0.2.7');
  for (let n = 0; n < 4; n++) await search({ ...searchQuery, price: price(99) }, `10.0.0.${n}`);
  written.length = 0;
  await expect(search({ ...searchQuery, price: price(99) }, '10.0.0.9')).rejects.toMatchObject({ code: 'invalid-input' });
  expect(written).toEqual([]);
});
