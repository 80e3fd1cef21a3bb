import { createHmac } from 'node:crypto';
import { newestOf, type Secret } from '../../../shared/keys/secret.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/time.ts';
import { gathered } from './gathered.ts';

/** Runs one statement of PostgreSQL. */
type Query = (text: string, values: readonly unknown[]) => Promise<{ rows: readonly unknown[] }>;

interface Tried {
  consumedPoints: number;
  msBeforeNext: number;
}

interface Try {
  key: string;
  points: number;
  /** From the first one on, in milliseconds. */
  durationMs: number;
}

/** A row of `search_misses`; PostgreSQL answers its large numbers as texts. */
interface Row {
  key: string;
  points: number;
  expire: number | string;
}

/** In the order of their keys, always the same: two statements that wait for each other's rows would both fail. */
const ADD = `insert into search_misses (key, points, expire)
  select key, points, until from unnest($1::text[], $2::int[], $3::bigint[]) as tries (key, points, until) order by key collate "C"
  on conflict (key) do update set
    points = case when search_misses.expire <= $4 then 0 else search_misses.points end + excluded.points,
    expire = case when search_misses.expire <= $4 then excluded.expire else search_misses.expire end
  returning key, points, expire`;
const READ = 'select key, points, expire from search_misses where key = any($1::text[]) and expire > $2';
/** Not from those that began later. */
const GIVE_BACK = `with found as materialized (
    select search_misses.key, tries.points from search_misses
    join unnest($1::text[], $2::int[]) as tries (key, points) on tries.key = search_misses.key
    where expire > $3 order by search_misses.key collate "C" for update of search_misses
  )
  update search_misses set points = search_misses.points - found.points from found where search_misses.key = found.key`;
const TIDY = 'delete from search_misses where expire < $1';

/** What is over goes an hour later, looked for so often. */
const TIDY_EVERY_MS = 5 * MINUTE_MS;
const TIDY_AFTER_MS = HOUR_MS;

/**
 * Counters that all processes on one PostgreSQL share, so that a guesser gets no more tries where there are more processes. What
 * one request reads, counts or gives back at once is one statement. What is counted is kept as a fingerprint only: addresses of
 * visitors are nobody's business.
 */
export function createSharedLimiters({ query, secret }: { query: Query; secret: Secret }) {
  const fingerprint = (key: string): string => createHmac('sha256', newestOf(secret)).update(key).digest('base64url');
  const ask = async (text: string, values: readonly unknown[]) => (await query(text, values)).rows as readonly Row[];

  const read = gathered(async (keys: readonly string[]) => {
    const rows = new Map((await ask(READ, [[...new Set(keys)], Date.now()])).map(row => [row.key, row]));
    return keys.map(key => triedOf(rows.get(key)));
  });
  const add = gathered(async (tries: readonly Try[]) => {
    const now = Date.now();
    const sums = sumsOf(tries);
    const keys = [...sums.keys()];
    const untils = keys.map(key => now + (tries.find(one => one.key === key)?.durationMs ?? 0));
    const rows = new Map((await ask(ADD, [keys, [...sums.values()], untils, now])).map(row => [row.key, row]));
    // Each is told how it stood after its own: as if they had come one after the other.
    const later = new Map<string, number>();
    const told = tries.toReversed().map(({ key, points }) => {
      const since = later.get(key) ?? 0;
      later.set(key, since + points);
      const { consumedPoints, msBeforeNext } = triedOf(rows.get(key)) ?? { consumedPoints: points, msBeforeNext: 0 };
      return { consumedPoints: consumedPoints - since, msBeforeNext };
    });
    return told.reverse();
  });
  const giveBack = gathered(async (tries: readonly Pick<Try, 'key' | 'points'>[]) => {
    const sums = sumsOf(tries);
    await ask(GIVE_BACK, [[...sums.keys()], [...sums.values()], Date.now()]);
    return tries.map(() => undefined);
  });

  const tidy = () => void query(TIDY, [Date.now() - TIDY_AFTER_MS]).catch(() => undefined);
  setInterval(tidy, TIDY_EVERY_MS).unref();

  return ({ keyPrefix, duration }: { keyPrefix: string; points: number; duration: number }) => {
    const keyOf = (key: string): string => `${keyPrefix}:${fingerprint(key)}`;
    return {
      get: (key: string): Promise<Tried | null> => read(keyOf(key)),
      penalty: (key: string, points: number): Promise<Tried> => add({ key: keyOf(key), points, durationMs: duration * 1000 }),
      reward: (key: string, points: number): Promise<unknown> => giveBack({ key: keyOf(key), points }),
    };
  };
}

function triedOf(row: Row | undefined): Tried | null {
  if (!row) return null;
  return { consumedPoints: Number(row.points), msBeforeNext: Math.max(0, Number(row.expire) - Date.now()) };
}

/** No statement may change a row twice. */
function sumsOf(tries: readonly Pick<Try, 'key' | 'points'>[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { key, points } of tries) sums.set(key, (sums.get(key) ?? 0) + points);
  return sums;
}
