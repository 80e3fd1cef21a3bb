// Whole orders, from the form to the confirmed capture with its numbered document, on both engines, and beside it how many
// rows the engine itself commits one by one. Provider and stations answer at once; documents are not drawn (see documents).
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Store } from '../../server/store/engine/database.ts';
import type { Engine } from '../../server/store/engine/engine.ts';
import { openPostgres } from '../../server/store/engine/postgres.ts';
import { createPostgresChangeFeed } from '../../server/store/engine/postgresChangeFeed.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { databaseFile } from '../../server/store/openStore.ts';
import { createStore } from '../../server/store/store.ts';
import { openProcesses, type Processes } from '../../test/support/openProcesses.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { putDrawingOff } from '../../test/support/putDrawingOff.ts';
import { readStartScript } from './parts/served.ts';

const ORDERS = 200;
const WARM_UP = 24;
const BARE_MS = 2000;
/** As many as the store's pool has connections. */
const WRITERS = 10;
const ROW = 'x'.repeat(400);
/** Of an order when its goal was set, 0.5: with each commit that is saved the disk would let more orders through, and the share falls. */
const COMMITS_THEN = 29;
const PLUGS = ['E1001*1', 'E1001*2', 'E1001*3', 'E1002*1', 'E1002*2', 'E1003*1', 'E1004*2', 'E1004*3'].map(evse => ({
  evseId: `DE*BLF*${evse}`,
  connector: '1',
}));

interface Times {
  order: number[];
  settle: number[];
  whole: number[];
}

interface Measured {
  bare: number;
  seconds: number;
  cpuSeconds: number;
  times: Times;
  rssMb: number;
  asked: QueryCounts;
}

/** What the store is asked for one order, with the questions what is due, and with what begins and ends transactions. */
interface QueryCounts {
  statements: number;
  transactions: number;
  /** Outside of transactions. A claim that finds nothing counts as well. */
  writes: number;
  /** That reached the disk, where the engine has those of several orders done at once; else 0. */
  grouped: number;
}

/** What a statement belongs to, where that is not the app outside of a transaction. */
const within = new AsyncLocalStorage<'a transaction' | 'the bench'>();

const { BENCH_ENGINE: engine } = process.env;
if (engine === 'sqlite' || engine === 'postgres') console.log(JSON.stringify(await measure(engine)));
else {
  for (const name of ['sqlite', 'postgres'] as const) {
    // Each in a process of its own, so that memory and processor time are its own too, with the options of `npm start`.
    const { stdout, status } = spawnSync(process.execPath, [...readStartScript().flags, fileURLToPath(import.meta.url)], {
      env: { ...process.env, BENCH_ENGINE: name },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (status === 0) print(name, JSON.parse(stdout.toString()) as Measured);
    else process.exitCode = 1;
  }
}

async function measure(name: Engine): Promise<Measured> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  const server = name === 'postgres' ? await startPostgres({ isDurable: true }) : null;
  const url = server ? await server.createDatabase() : null;
  const { store, asked } = openCounted(url, folder);
  await store.migrate();
  await putDrawingOff(store);
  const processes = await openProcesses({ stores: [store] });
  try {
    const bare = () => (url ? bareOnPostgres(url) : bareOnSqlite(path.join(folder, 'bare.sqlite')));
    await runOrders(processes, WARM_UP);
    const bareBefore = await bare();
    const before = { ...asked };
    const cpuBefore = process.cpuUsage();
    const began = performance.now();
    const times = await runOrders(processes, ORDERS);
    const seconds = (performance.now() - began) / 1000;
    const { user, system } = process.cpuUsage(cpuBefore);
    return {
      bare: (bareBefore + (await bare())) / 2,
      seconds,
      cpuSeconds: (user + system) / 1e6,
      times,
      rssMb: process.resourceUsage().maxRSS / 1024,
      asked: {
        statements: (asked.statements - before.statements) / ORDERS,
        transactions: (asked.transactions - before.transactions) / ORDERS,
        writes: (asked.writes - before.writes) / ORDERS,
        grouped: (asked.grouped - before.grouped) / ORDERS,
      },
    };
  } finally {
    await processes.close();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The store as the app opens it, and what it is asked. */
function openCounted(url: string | null, folder: string): { store: Store; asked: QueryCounts } {
  const queryCounts = { statements: 0, transactions: 0, writes: 0, grouped: 0 };
  const log = ({ query: { sql } }: { query: { sql: string } }) => {
    const where = within.getStore();
    // What begins and ends a transaction is counted below: only one of the engines logs it.
    if (where === 'the bench' || /^(begin|start transaction|commit|rollback)/.test(sql)) return;
    queryCounts.statements++;
    if (where === undefined && !sql.startsWith('select')) queryCounts.writes++;
  };
  const committed = () => void queryCounts.grouped++;
  const db = url === null ? openSqlite(databaseFile(folder), { log, committed }) : openPostgres(url, { log });
  const store = url === null ? createStore(db) : createStore(db, createPostgresChangeFeed({ db, listenUrl: url }));
  return {
    asked: queryCounts,
    store: {
      ...store,
      inTransaction(work) {
        queryCounts.transactions++;
        queryCounts.statements += 2;
        return within.run('a transaction', () => store.inTransaction(work));
      },
    },
  };
}

/** One visitor at each plug, again and again. */
async function runOrders(processes: Processes, count: number): Promise<Times> {
  const times: Times = { order: [], settle: [], whole: [] };
  let left = count;
  await Promise.all(
    PLUGS.map(async plug => {
      while (left-- > 0) await oneOrder(processes, plug, times);
    }),
  );
  return times;
}

async function oneOrder(processes: Processes, plug: (typeof PLUGS)[number], times: Times): Promise<void> {
  const { operators, start, session, payments, stations, clock } = processes;
  const [operator] = operators;
  if (!operator) throw new Error('No process is open');
  const began = performance.now();
  const started = await start(0, plug);
  if (started.kind !== 'pay') throw new Error('Nothing to pay');
  const { orderId, url } = started;
  times.order.push(performance.now() - began);
  payments.pay(path.basename(url));
  const paid = performance.now();
  const settled = await operator.refreshOrder({ orderId });
  if (settled.kind !== 'charging') throw new Error('Not charging');
  const { sessionId } = settled;
  times.settle.push(performance.now() - paid);
  const { authorizationReference } = await within.run('the bench', () => session(orderId));
  while (!stations.calls.some(call => call.authorizationReference === authorizationReference))
    await new Promise(resolve => setTimeout(resolve, 1));
  await stations.plugIn(authorizationReference, clock.now());
  await stations.meter(authorizationReference, { at: clock.now(), energyWh: 6000, powerW: 11_000, isCharging: true });
  await stations.end(authorizationReference, { at: new Date(clock.now().getTime() + 1), energyWh: 12_000 });
  const over = new AbortController();
  for await (const view of operator.watchSession({ sessionId, signal: over.signal }))
    if (view.kind === 'completed' && view.isBilled) break;
  over.abort();
  times.whole.push(performance.now() - began);
}

async function bareOnSqlite(file: string): Promise<number> {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode=wal; pragma synchronous=full; create table if not exists bare (at integer, text text)');
  const insert = database.prepare('insert into bare values (?, ?)');
  const end = performance.now() + BARE_MS;
  let count = 0;
  for (; performance.now() < end; count++) insert.run(count, ROW);
  database.close();
  return count / (BARE_MS / 1000);
}

async function bareOnPostgres(url: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: WRITERS });
  await pool.query('create table if not exists bare (at bigint, text text)');
  const end = performance.now() + BARE_MS;
  let count = 0;
  const write = async () => {
    for (; performance.now() < end; count++) await pool.query('insert into bare values ($1, $2)', [count, ROW]);
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  await pool.end();
  return count / (BARE_MS / 1000);
}

function print(name: Engine, { bare, seconds, cpuSeconds, times, rssMb, asked }: Measured): void {
  const perSecond = ORDERS / seconds;
  const at = (list: readonly number[], share: number) =>
    list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * share)]?.toFixed(0) ?? '?';
  const spread = (list: readonly number[]) => `${at(list, 0.5)} / ${at(list, 0.99)} ms`;
  const cpuMs = (cpuSeconds / ORDERS) * 1000;
  const { statements, transactions, writes, grouped } = asked;
  const commits = transactions + writes;
  const ofDisk = perSecond / (bare / commits);
  console.log(
    `${name}: ${perSecond.toFixed(1)} orders/s, ${(1000 / cpuMs).toFixed(1)} for each core of the app (${cpuMs.toFixed(1)} ms)`,
  );
  console.log(`  one order is ${statements.toFixed(0)} statements, ${transactions.toFixed(1)} transactions`);
  console.log(`  with ${writes.toFixed(1)} single writes: ${commits.toFixed(1)} commits; bare inserts ${bare.toFixed(0)}/s`);
  if (grouped > 0) console.log(`  done together with those of others: ${grouped.toFixed(1)} commits an order`);
  console.log(`  so the disk would give ${(bare / commits).toFixed(0)} orders/s; orders ÷ that: ${ofDisk.toFixed(2)}`);
  const then = bare / COMMITS_THEN;
  console.log(
    `  with the ${COMMITS_THEN} commits of then ${then.toFixed(0)} orders/s; orders ÷ that: ${(perSecond / then).toFixed(2)}, goal 0.5`,
  );
  console.log(`  p50 / p99: form ${spread(times.order)}, return ${spread(times.settle)}, whole order ${spread(times.whole)}`);
  console.log(`  memory ${rssMb.toFixed(0)} MB at most`);
}
