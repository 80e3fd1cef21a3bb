import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { closeMonth } from '../../../server/staff/upkeep/meterMonths.ts';
import { thinMeters } from '../../../server/staff/upkeep/thinning.ts';
import type { Store } from '../../../server/store/engine/database.ts';
import { openPostgres } from '../../../server/store/engine/postgres.ts';
import { createKeyValueStore } from '../../../server/store/jobs/keyValueStore.ts';
import { createStore } from '../../../server/store/store.ts';
import { billed } from '../../../test/support/billed.ts';
import { openOperator } from '../../../test/support/openShop.ts';
import { startPostgres } from '../../../test/support/postgres.ts';
import { median, quantile } from '../parts/figures.ts';
import type { PrintRow } from './part.ts';

/** Sessions of the month that is removed, of an hour each, with a value in ten seconds. */
const SESSIONS = Number(process.env.SESSIONS ?? 2000);
const VALUES = 360;
const ROUND_MS = 3000;
const ROUNDS = 4;
/** Later than the months that the database begins with. */
const YEAR = new Date().getUTCFullYear() + 2;
const SOLD = `${YEAR}-05-10T09:00:20Z`;
/** Everything of May was billed ninety days ago. */
const NOW = `${YEAR}-09-10T09:00:20Z`;
const REPORTING = ['DE*BLF*E1001*1', 'DE*BLF*E1003*1'];
const REPORTER = fileURLToPath(new URL('./reporter.ts', import.meta.url));

interface Figures {
  /** Milliseconds of each report while nothing is removed, and while a month is. */
  quiet: readonly number[];
  removing: readonly number[];
  seconds: number;
  /** Milliseconds of the statement that removes the month, with what it waits for. */
  lastMs: number;
  /** What the database has written to its log for the removal, and the room that values take afterwards. */
  logMb: number;
  roomMb: number;
}

/**
 * What a report costs where values lie by month, beside one table, and what it costs to remove the values of a month, beside
 * deleting them row by row; two processes report all the while.
 */
export async function measure(tell: PrintRow): Promise<void> {
  const shops = [await openShop(true), await openShop(false)];
  try {
    for (const shop of shops) await reportsFor(shop, ROUND_MS);
    // In turn: both see the same machine.
    for (let round = 0; round < ROUNDS; round++) for (const shop of shops) shop.quiet.push(...(await reportsFor(shop, ROUND_MS)));
    const [table, months] = (await mapInSequence(shops, removed)) as [Figures, Figures];
    const row = (what: string, of: (figures: Figures) => number) => {
      const [one, other] = [of(table), of(months)];
      tell(`${what}: one table, by month, ratio`, `${one.toFixed(1)}  ${other.toFixed(1)}  ${(other / one).toFixed(2)}`);
    };
    for (const [when, key] of WHEN) {
      row(`a report${when}, ms`, figures => median(figures[key]));
      row('  the slowest of a hundred', figures => quantile(figures[key], 0.99));
    }
    row('the longest report while a month goes, ms', ({ removing }) => Math.max(...removing));
    row(`removing the values of ${SESSIONS} sessions, s`, ({ seconds }) => seconds);
    tell('  of which the step in which the month goes, ms', months.lastMs.toFixed(0));
    row('  written to the log of the database, MB', ({ logMb }) => logMb);
    row('  room that values take afterwards, MB', ({ roomMb }) => roomMb);
  } finally {
    for (const shop of shops) await shop.close();
  }
}

const WHEN = [
  ['', 'quiet'],
  [' while a month goes', 'removing'],
] as const;

async function mapInSequence<T, R>(list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const all: R[] = [];
  for (const one of list) all.push(await work(one));
  return all;
}

interface Shop {
  isTable: boolean;
  store: Store;
  reporters: readonly ChildProcess[];
  quiet: number[];
  close(): Promise<void>;
}

async function openShop(isTable: boolean): Promise<Shop> {
  const server = await startPostgres({ isDurable: true });
  const url = await server.createDatabase();
  const store = await openFilled(url, isTable);
  // One after the other: both bring the operator's data.
  const reporters = await mapInSequence(REPORTING, evseId => startReporter(url, evseId));
  return {
    ...{ isTable, store, reporters, quiet: [] },
    async close() {
      for (const reporter of reporters) {
        const ended = once(reporter, 'exit');
        reporter.kill('SIGKILL');
        await ended;
      }
      await store.close();
      await server.close();
    },
  };
}

async function removed({ isTable, store, reporters, quiet }: Shop): Promise<Figures> {
  const from = await logAt(store);
  const reports = await reportsFor({ reporters }, ROUND_MS);
  const each = ((await logAt(store)) - from) / reports.length;
  const [began, before] = [performance.now(), await logAt(store)];
  let [seconds, lastMs] = [0, 0];
  const removing = await reportsWhile({ reporters }, async () => {
    lastMs = await remove(store, isTable);
    seconds = (performance.now() - began) / 1000;
  });
  // Reports write as well.
  const logMb = ((await logAt(store)) - before - each * removing.length) / 1e6;
  return { quiet, removing, seconds, lastMs, logMb, roomMb: await roomOf(store) };
}

/** Sessions that were billed in May: one by the app itself, the others copied from it by the engine. */
async function openFilled(url: string, isTable: boolean): Promise<Store> {
  const own = createStore(openPostgres(url));
  await own.migrate();
  if (isTable) await asOneTable(own);
  const store: Store = isTable ? { ...own, engine: 'sqlite' } : own;
  const shop = await openOperator({ store: { ...store, close: async () => undefined }, startsAt: SOLD });
  const ordered = await shop.charging({ evseId: 'DE*BLF*E1003*1' });
  let energyWh = 0;
  for (let n = 1; n <= VALUES; n++) {
    await shop.pass(10);
    energyWh += 5 + ((n * 7) % 11);
    await shop.stations.meter(ordered.authorizationReference, { at: shop.clock.now(), energyWh, powerW: 6000, isCharging: true });
  }
  await billed(shop, ordered, energyWh + 10);
  await shop.close();
  const copies = sql`generate_series(2, ${sql.lit(SESSIONS)}) as copies(n)`;
  for (const [table, ids] of Object.entries(COPIED)) {
    const changes = ids
      .map(id => `'${id}', own.${id} || '-' || copies.n`)
      .concat(table === 'sessions' ? ["'number', 100000 + copies.n"] : []);
    await sql`insert into ${sql.table(table)} select (jsonb_populate_record(own, jsonb_build_object(${sql.raw(changes.join(', '))}))).*
      from ${sql.table(table)} as own cross join ${copies}`.execute(own.db);
  }
  await sql`analyze`.execute(own.db);
  // No night is due for those who report.
  await createKeyValueStore(own.db, 'retention').put('night', NOW.slice(0, 10));
  return store;
}

/** Columns that differ from copy to copy. */
const COPIED: Readonly<Record<string, readonly string[]>> = {
  orders: ['id', 'intent', 'payment_id'],
  payments: ['id', 'order_id', 'ref'],
  sessions: ['id', 'order_id', 'watch_id', 'start_id'],
  documents: ['id', 'session_id', 'number'],
  signed_values: ['session_id'],
  meter_values: ['session_id'],
};

/** As it was before values lay by month. */
async function asOneTable({ db }: Store): Promise<void> {
  await sql`drop table meter_values cascade`.execute(db);
  await sql`create table meter_values (like meter_values_kept, primary key (session_id, at))`.execute(db);
}

/** Answers how many milliseconds the last step has taken. */
async function remove(store: Store, isTable: boolean): Promise<number> {
  const dependencies = {
    store,
    processId: 'bench',
    logEvent: () => undefined,
    holidays: { isHoliday: () => false },
    clock: { now: () => new Date(NOW), sleepUntil: () => Promise.reject(new Error('Nobody sleeps')) },
  };
  if (isTable) await thinMeters(dependencies);
  for (let began = performance.now(); !isTable; began = performance.now())
    if ((await closeMonth(dependencies)).gone !== null) return performance.now() - began;
  return 0;
}

async function startReporter(url: string, evseId: string): Promise<ChildProcess> {
  const child = fork(REPORTER, [url, evseId, NOW], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  await once(child, 'message');
  return child;
}

type Reporting = Pick<Shop, 'reporters'>;

const reportsFor = (shop: Reporting, ms: number): Promise<readonly number[]> => reportsWhile(shop, () => pause(ms));

/** How long each report took that was told meanwhile. */
async function reportsWhile({ reporters }: Reporting, work: () => Promise<unknown>): Promise<readonly number[]> {
  for (const reporter of reporters) reporter.send('go');
  await work();
  const lists = reporters.map(async reporter => {
    const answer = once(reporter, 'message');
    reporter.send('stop');
    return (await answer)[0] as number[];
  });
  return (await Promise.all(lists)).flat();
}

const numberFrom = async ({ db }: Store, query: string): Promise<number> =>
  Number((await sql<{ n: number }>`${sql.raw(query)}`.execute(db)).rows[0]?.n);

const logAt = (store: Store) => numberFrom(store, "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as n");
const roomOf = async (store: Store) =>
  (await numberFrom(
    store,
    "select sum(pg_total_relation_size(oid))::bigint as n from pg_class where relkind = 'r' and relname ~ '^meter_values'",
  )) / 1e6;
