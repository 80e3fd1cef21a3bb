import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClock } from '../../server/adapters/clock/clock.ts';
import type { MeterReading } from '../../server/core/ports/stationPort.ts';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import type { Store } from '../../server/store/engine/database.ts';
import type { Engine } from '../../server/store/engine/engine.ts';
import { enqueue } from '../../server/store/jobs/outboxRows.ts';
import { openStore } from '../../server/store/openStore.ts';
import { addOrder, findOrder, type OrderRecord } from '../../server/store/shop/orders.ts';
import { addPayment, type PaymentRecord } from '../../server/store/shop/payments.ts';
import { listReadings } from '../../server/store/shop/readings.ts';
import { replaceCatalogue } from '../../server/store/shop/replaceCatalogue.ts';
import { addSession, type SessionRecord } from '../../server/store/shop/sessions.ts';
import { openOperator } from './openShop.ts';
import { startPostgres } from './postgres.ts';
import { putDrawingOff } from './putDrawingOff.ts';
import { addNewReadings } from './reportReadings.ts';
import { until } from './until.ts';

interface NumbersProofOptions {
  engine: Engine;
  /** Number of documents to issue. */
  documents: number;
  workers: number;
  kills: number;
}

export interface NumbersProof {
  issued: number;
  /**
   * Document numbers that are wrong; both lists are empty in a correct run. `missing`: expected numbers without a document.
   * `surplus`: unexpected or repeated numbers.
   */
  missing: readonly string[];
  surplus: readonly string[];
  kills: number;
  seconds: number;
}

/**
 * Speed of the clock. The jobs of a killed process are blocked until their lease of one minute expires, which takes six seconds
 * at this speed.
 */
const SPEED = 10;
const BEGINS_AT = Date.parse('2026-11-20T12:00:00Z');
/** Time between two captures that become due. If all were due at once, one process would claim them all. */
const APART_MS = 300;
const LIMIT_MS = 10 * 60_000;

/**
 * Checks that document numbers have no gaps and no repetitions even if processes are killed. Several processes issue documents
 * for captured payments on one database. The captures are added in parts. The first document of each part except the last
 * triggers a kill, so that all kills happen even on a fast machine.
 */
export async function proveNumbers({ engine, documents, workers, kills }: NumbersProofOptions): Promise<NumbersProof> {
  const folder = mkdtempSync(path.join(tmpdir(), 'numbers-'));
  const server = engine === 'postgres' ? await startPostgres() : null;
  const databaseUrl = server ? await server.createDatabase() : null;
  const store = openStore({ databaseUrl, databaseListenUrl: null, dataDir: folder });
  const running = new Map<number, ChildProcess>();
  const began = performance.now();
  try {
    await store.migrate();
    await putDrawingOff(store);
    const anchor = { realMs: Date.now(), shownMs: BEGINS_AT };
    const env = {
      DATA_DIR: folder,
      CLOCK: JSON.stringify({ speed: SPEED, anchor }),
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    };
    for (let n = 0; n < workers; n++) running.set(n, await startWorker(env));
    const clock = createClock({ speed: SPEED, anchor });
    const addCaptures = await prepareCaptures(store, clock.now());
    let killed = 0;
    for (const { first, count } of partsOf(documents, kills + 1)) {
      await addCaptures({ first, count, from: clock.now() });
      if (killed === kills) continue;
      await until(
        () => countIssued(store),
        issued => issued >= first,
        LIMIT_MS,
      );
      const victim = [...running.keys()][killed % running.size] ?? 0;
      await end(running.get(victim));
      running.set(victim, await startWorker(env));
      killed++;
    }
    await until(
      () => openCaptures(store),
      open => open === 0,
      LIMIT_MS,
    );
    const found = await store.db.selectFrom('documents').select(['number', 'session_id']).execute();
    const numbers = found.map(({ number }) => number);
    const wanted = Array.from({ length: documents }, (_, n) => `R-BLA-2026-${String(n + 1).padStart(6, '0')}`);
    return {
      issued: new Set(found.map(({ session_id }) => session_id)).size,
      missing: wanted.filter(number => !numbers.includes(number)),
      surplus: numbers.filter((number, n) => !wanted.includes(number) || numbers.indexOf(number) !== n),
      kills: killed,
      seconds: (performance.now() - began) / 1000,
    };
  } finally {
    for (const child of running.values()) await end(child);
    await store.close();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Splits the documents 1 to `count` into parts of nearly equal size. */
function partsOf(count: number, parts: number): readonly { first: number; count: number }[] {
  const firsts = Array.from({ length: parts + 1 }, (_, n) => Math.round((count * n) / parts) + 1);
  return firsts.slice(0, -1).map((first, n) => ({ first, count: (firsts[n + 1] ?? first) - first }));
}

async function countIssued({ db }: Store): Promise<number> {
  const issued = db.selectFrom('documents').select(eb => eb.fn.countAll<number>().as('n'));
  return Number((await issued.executeTakeFirstOrThrow()).n);
}

async function openCaptures({ db }: Store): Promise<number> {
  const open = db.selectFrom('outbox').where('kind', '=', 'capture').where('done_at', 'is', null);
  const { n } = await open.select(eb => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  return Number(n);
}

async function startWorker(env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const { NODE_OPTIONS: _, DATABASE_URL: _url, ...inherited } = process.env;
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.resolve('test/support/captureWorker.ts')],
    {
      env: { ...inherited, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  return child;
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Returns a function that adds completed sessions whose captures become due one after another. */
async function prepareCaptures(store: Store, now: Date) {
  const { order, payment, session, readings } = await someFinished();
  const data = await readOperatorData('demo');
  await store.inTransaction(trx => replaceCatalogue(trx, data, now));
  return ({ first, count, from }: { first: number; count: number; from: Date }): Promise<void> =>
    store.inTransaction(async trx => {
      for (let n = first; n < first + count; n++) {
        const ids = { order: `order-${n}`, payment: `payment-${n}`, session: `session-${n}` };
        await addOrder(trx, { ...order, id: ids.order, formToken: `intent-${n}`, paymentId: ids.payment, email: '' });
        await addPayment(trx, { ...payment, id: ids.payment, orderId: ids.order, ref: `ref-${n}` });
        const own = {
          id: ids.session,
          orderId: ids.order,
          watchId: `watch-${n}`,
          authorizationReference: `start-${n}`,
          number: 100_000_000 + n,
        };
        await addSession(trx, { ...session, ...own });
        await addNewReadings(trx, ids.session, readings);
        const at = new Date(from.getTime() + (n - first) * APART_MS);
        await enqueue(trx, { kind: 'capture', subjectId: ids.payment, at });
      }
    });
}

interface Finished {
  order: OrderRecord;
  payment: PaymentRecord;
  session: SessionRecord;
  readings: readonly MeterReading[];
}

/** Returns the rows of a billed session. The payment provider has not confirmed its capture yet. */
async function someFinished(): Promise<Finished> {
  const open = await openOperator();
  try {
    const ordered = await open.charging();
    await open.pass(3600);
    await open.stations.end(ordered.authorizationReference, { at: open.clock.now(), energyWh: 20_000 });
    await open.pass(5);
    const { db } = open.store;
    const payment = await open.payment(ordered);
    const order = await findOrder(db, ordered.orderId);
    if (!order) throw new Error('A session without an order');
    return {
      order,
      payment: { ...payment, state: 'capturing', capturedMinor: null, settledAt: null },
      session: await open.session(ordered),
      readings: await listReadings(db, ordered.sessionId),
    };
  } finally {
    await open.close();
  }
}
