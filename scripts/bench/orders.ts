// npm run bench -- orders: measures orders from the form to the captured payment with its numbered document. Eight drivers order
// at the same time, on a SQLite file and on PostgreSQL, each with 20,000 earlier orders. Baselines of the same run: the statements
// of these orders, run again on a copy of the SQLite file without the app, and the number of single-row commits that the database
// manages. The fake payment provider and stations respond at once, and documents are not rendered as PDF.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { LogEvent } from 'kysely';
import pg from 'pg';
import type { Store } from '../../server/store/engine/database.ts';
import { openPostgres } from '../../server/store/engine/postgres.ts';
import { createPostgresChangeFeed } from '../../server/store/engine/postgresChangeFeed.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { createStore } from '../../server/store/store.ts';
import { fillBySql } from '../../test/support/fillBySql.ts';
import { openProcesses, type PlugAddress, type Processes } from '../../test/support/openProcesses.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import { putDrawingOff } from '../../test/support/putDrawingOff.ts';
import { until } from '../../test/support/until.ts';
import { cpuMsOf, judge, quantile } from './figures.ts';
import { createSqlRecorder } from './recordedSql.ts';

const EARLIER_ORDERS = 20_000;
const ORDERS = 200;
const WARM_UP_ORDERS = 40;
const BASELINE_MS = 2000;
const POOL_SIZE = 10;
const ROW = 'x'.repeat(400);
const PLUGS = ['E1001*1', 'E1001*2', 'E1001*3', 'E1002*1', 'E1002*2', 'E1003*1', 'E1004*2', 'E1004*3'].map(evse => ({
  evseId: `DE*BLF*${evse}`,
  connector: '1',
}));

interface Times {
  form: number[];
  paid: number[];
  whole: number[];
}

const folder = mkdtempSync(path.join(tmpdir(), 'bench-orders-'));
const postgres = await startPostgres({ isDurable: true });
try {
  const onSqlite = await measureSqlite();
  const onPostgres = await measurePostgres(await postgres.createDatabase());
  judge('order on SQLite ÷ its statements on bare node:sqlite, CPU', onSqlite.cpuMs / onSqlite.bareMs, { goal: 2.2 });
  judge('order on PostgreSQL: statements', onPostgres.statements, { goal: 35 });
  judge('order on PostgreSQL ÷ order on SQLite, CPU', onPostgres.cpuMs / onSqlite.cpuMs, { goal: 2 });
} finally {
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Returns the milliseconds of processor time of an order, and of its statements on bare SQLite. */
async function measureSqlite(): Promise<{ cpuMs: number; bareMs: number }> {
  const file = path.join(folder, 'orders.sqlite');
  const recorder = createSqlRecorder(file);
  const store = createStore(openSqlite(file, recorder));
  const processes = await openFilled(store);
  try {
    recorder.begin();
    const cpuMs = await measure('SQLite', processes, insertsOnSqlite);
    const count = recorder.statements().filter(each => each !== null).length / ORDERS;
    const bareMs = (await recorder.replayMs()) / ORDERS;
    console.log(`  ${count.toFixed(1)} statements an order; on bare SQLite ${bareMs.toFixed(2)} ms of processor time`);
    return { cpuMs, bareMs };
  } finally {
    await processes.close();
  }
}

async function measurePostgres(url: string): Promise<{ cpuMs: number; statements: number }> {
  let count = 0;
  const log = (_event: LogEvent) => void count++;
  const db = openPostgres(url, { log, maxConnections: 4 });
  const store = createStore(db, createPostgresChangeFeed({ db, listenUrl: url }), {
    visitorsDb: openPostgres(url, { log, maxConnections: 6 }),
    stationsDb: openPostgres(url, { log, maxConnections: 3 }),
  });
  const processes = await openFilled(store);
  try {
    count = 0;
    const cpuMs = await measure('PostgreSQL', processes, () => insertsOnPostgres(url));
    return { cpuMs, statements: count / ORDERS };
  } finally {
    await processes.close();
  }
}

async function openFilled(store: Store): Promise<Processes> {
  await store.migrate();
  await fillBySql(store, EARLIER_ORDERS);
  await putDrawingOff(store);
  const processes = await openProcesses({ stores: [store] });
  await runOrders(processes, WARM_UP_ORDERS);
  return processes;
}

/** Returns the milliseconds of processor time of an order. */
async function measure(name: string, processes: Processes, baseline: () => number | Promise<number>): Promise<number> {
  const startedAt = performance.now();
  let times: Times | null = null;
  const cpuMs = await cpuMsOf(async () => {
    times = await runOrders(processes, ORDERS);
  });
  const perSecond = (ORDERS * 1000) / (performance.now() - startedAt);
  const inserts = await baseline();
  const inMs = (key: keyof Times) => {
    const list = times?.[key] ?? [];
    return `${quantile(list, 0.5).toFixed(0)} / ${quantile(list, 0.99).toFixed(0)} ms`;
  };
  console.log(`${name}: ${perSecond.toFixed(1)} orders a second, ÷ bare inserts ${(perSecond / inserts).toFixed(3)}`);
  console.log(`  processor time ${(cpuMs / ORDERS).toFixed(1)} ms an order; bare inserts ${inserts.toFixed(0)}/s`);
  console.log(`  p50 / p99: form ${inMs('form')}, return ${inMs('paid')}, whole order ${inMs('whole')}`);
  return cpuMs / ORDERS;
}

/** Runs one driver per plug at the same time. Each driver places its orders one after another. */
async function runOrders(processes: Processes, count: number): Promise<Times> {
  const times: Times = { form: [], paid: [], whole: [] };
  let left = count;
  await Promise.all(
    PLUGS.map(async plug => {
      while (left-- > 0) await runOrder(processes, plug, times);
    }),
  );
  return times;
}

async function runOrder(processes: Processes, plug: PlugAddress, times: Times): Promise<void> {
  const { operators, start, session, payments, stations, clock } = processes;
  const [operator] = operators;
  const orderedAt = performance.now();
  const started = await start(0, plug);
  if (!operator || started.kind !== 'pay') throw new Error('The order has no payment page');
  times.form.push(performance.now() - orderedAt);
  payments.pay(path.basename(started.url));
  const paidAt = performance.now();
  const settled = await operator.refreshOrder(started);
  if (settled.kind !== 'charging') throw new Error('The order has no session');
  times.paid.push(performance.now() - paidAt);
  const { authorizationReference } = await session(started.orderId);
  await until(async () => stations.calls.some(call => call.authorizationReference === authorizationReference), Boolean);
  await stations.plugIn(authorizationReference, clock.now());
  await stations.meter(authorizationReference, { at: clock.now(), energyWh: 6000, powerW: 11_000, isCharging: true });
  await stations.end(authorizationReference, { at: new Date(clock.now().getTime() + 1), energyWh: 12_000 });
  const over = new AbortController();
  for await (const view of operator.watchSession({ sessionId: settled.sessionId, signal: over.signal }))
    if (view.kind === 'completed' && view.isBilled) break;
  over.abort();
  times.whole.push(performance.now() - orderedAt);
}

function insertsOnSqlite(): number {
  const database = new DatabaseSync(path.join(folder, 'baseline.sqlite'));
  database.exec('pragma journal_mode=wal; pragma synchronous=full; create table baseline (at integer, text text)');
  const insert = database.prepare('insert into baseline values (?, ?)');
  const end = performance.now() + BASELINE_MS;
  let count = 0;
  for (; performance.now() < end; count++) insert.run(count, ROW);
  database.close();
  return (count * 1000) / BASELINE_MS;
}

async function insertsOnPostgres(connectionString: string): Promise<number> {
  const pool = new pg.Pool({ connectionString, max: POOL_SIZE });
  await pool.query('create table baseline (at bigint, text text)');
  const end = performance.now() + BASELINE_MS;
  let count = 0;
  const insertRows = async () => {
    for (; performance.now() < end; count++) await pool.query('insert into baseline values ($1, $2)', [count, ROW]);
  };
  await Promise.all(Array.from({ length: POOL_SIZE }, insertRows));
  await pool.end();
  return (count * 1000) / BASELINE_MS;
}
