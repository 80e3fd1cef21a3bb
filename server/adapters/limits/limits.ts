import { createHmac } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '../../../shared/model/time.ts';
import { newestOf, type Secret } from '../../../shared/util/secret.ts';
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
  /** Milliseconds until it is over. */
  left: number | string;
}

/** By the clock of the database, which all processes share: one that is hours ahead would lock everybody out for as long. */
const NOW = '(extract(epoch from statement_timestamp()) * 1000)::bigint';
/** A row that lasts longer than its rule was written before that clock was put back, and is over. */
const SLACK_MS = MINUTE_MS;
const IS_OVER = `(search_misses.expire <= ${NOW} or search_misses.expire > excluded.expire + ${SLACK_MS})`;

/** In the order of their keys, always the same: two statements that wait for each other's rows would both fail. */
const ADD = `insert into search_misses (key, points, expire)
  select key, points, ${NOW} + duration from unnest($1::text[], $2::int[], $3::bigint[]) as tries (key, points, duration)
  order by key collate "C"
  on conflict (key) do update set
    points = case when ${IS_OVER} then 0 else search_misses.points end + excluded.points,
    expire = case when ${IS_OVER} then excluded.expire else search_misses.expire end
  returning key, points, expire - ${NOW} as left`;
const READ = `select search_misses.key, points, expire - ${NOW} as left from search_misses
  join unnest($1::text[], $2::bigint[]) as asked (key, duration) on asked.key = search_misses.key
  where expire > ${NOW} and expire <= ${NOW} + duration + ${SLACK_MS}`;
/** Not from those that began later. */
const GIVE_BACK = `with found as materialized (
    select search_misses.key, tries.points from search_misses
    join unnest($1::text[], $2::int[]) as tries (key, points) on tries.key = search_misses.key
    where expire > ${NOW} order by search_misses.key collate "C" for update of search_misses
  )
  update search_misses set points = search_misses.points - found.points from found where search_misses.key = found.key`;

/** What is over goes an hour later, looked for so often. */
const TIDY_EVERY_MS = 5 * MINUTE_MS;
const TIDY = `delete from search_misses where expire < ${NOW} - ${HOUR_MS}`;

/**
 * Counters that all processes on one PostgreSQL share, so that a guesser gets no more tries where there are more processes. What
 * one request reads, counts or gives back at once is one statement. What is counted is kept as a fingerprint only: addresses of
 * visitors are nobody's business.
 */
export function createSharedLimiters({ query, secret }: { query: Query; secret: Secret }) {
  const fingerprint = (key: string): string => createHmac('sha256', newestOf(secret)).update(key).digest('base64url');
  const runQuery = async (text: string, values: readonly unknown[]) => (await query(text, values)).rows as readonly Row[];

  const read = gathered(async (asks: readonly Omit<Try, 'points'>[]) => {
    const durations = durationsOf(asks);
    const rows = new Map((await runQuery(READ, [[...durations.keys()], [...durations.values()]])).map(row => [row.key, row]));
    return asks.map(({ key }) => triedOf(rows.get(key)));
  });
  const add = gathered(async (tries: readonly Try[]) => {
    const sums = sumsOf(tries);
    const durations = durationsOf(tries);
    const keys = [...sums.keys()];
    const lasting = keys.map(key => durations.get(key));
    const rows = new Map((await runQuery(ADD, [keys, [...sums.values()], lasting])).map(row => [row.key, row]));
    // Each is told how it stood after its own: as if they had come one after the other.
    const later = new Map<string, number>();
    const results = tries.toReversed().map(({ key, points }) => {
      const since = later.get(key) ?? 0;
      later.set(key, since + points);
      const { consumedPoints, msBeforeNext } = triedOf(rows.get(key)) ?? { consumedPoints: points, msBeforeNext: 0 };
      return { consumedPoints: consumedPoints - since, msBeforeNext };
    });
    return results.reverse();
  });
  const giveBack = gathered(async (tries: readonly Pick<Try, 'key' | 'points'>[]) => {
    const sums = sumsOf(tries);
    await runQuery(GIVE_BACK, [[...sums.keys()], [...sums.values()]]);
    return tries.map(() => undefined);
  });

  const tidy = () => void query(TIDY, []).catch(() => undefined);
  setInterval(tidy, TIDY_EVERY_MS).unref();

  return ({ keyPrefix, duration }: { keyPrefix: string; points: number; duration: number }) => {
    const keyOf = (key: string): string => `${keyPrefix}:${fingerprint(key)}`;
    return {
      get: (key: string): Promise<Tried | null> => read({ key: keyOf(key), durationMs: duration * 1000 }),
      penalty: (key: string, points: number): Promise<Tried> => add({ key: keyOf(key), points, durationMs: duration * 1000 }),
      reward: (key: string, points: number): Promise<unknown> => giveBack({ key: keyOf(key), points }),
    };
  };
}

function triedOf(row: Row | undefined): Tried | null {
  if (!row) return null;
  return { consumedPoints: Number(row.points), msBeforeNext: Math.max(0, Number(row.left)) };
}

const durationsOf = (tries: readonly Omit<Try, 'points'>[]): ReadonlyMap<string, number> =>
  new Map(tries.map(({ key, durationMs }) => [key, durationMs]));

/** No statement may change a row twice. */
function sumsOf(tries: readonly Pick<Try, 'key' | 'points'>[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { key, points } of tries) sums.set(key, (sums.get(key) ?? 0) + points);
  return sums;
}
