import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { later } from '../../server/core/records/instants.ts';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { migrate } from '../../server/store/engine/migrate.ts';
import { openStore } from '../../server/store/openStore.ts';
import { updatePayment } from '../../server/store/shop/payments.ts';
import { MIGRATIONS } from '../../server/store/store.ts';
import { LIMITS } from '../../shared/charging/limits.ts';
import { within } from '../../shared/util/within.ts';
import { openProcesses, type PlugAddress, type Processes } from '../support/openProcesses.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';

/** Plugs of one supplier in Germany where charging is not free. */
const PLUGS: readonly PlugAddress[] = [
  'E1001*1',
  'E1001*2',
  'E1001*3',
  'E1002*1',
  'E1002*2',
  'E1003*1',
  'E1004*2',
  'E1004*3',
].map(evse => ({ evseId: `DE*BLF*${evse}`, connector: '1' }));
const FREE: readonly PlugAddress[] = [
  { evseId: 'DE*BLF*E1005*1', connector: '1' },
  { evseId: 'DE*BLF*E1005*1', connector: '2' },
  { evseId: 'DE*FRW*E2005*1', connector: '1' },
];

let server: PostgresServer;
let under: Processes;
beforeAll(async () => {
  server = await startPostgres();
});
afterEach(() => under.close());
afterAll(() => server.close());

/** Opens two processes on one new database. */
async function open({ listens = true, speed = 1 } = {}): Promise<string> {
  const url = await server.createDatabase();
  const store = () => openStore({ databaseUrl: url, databaseListenUrl: listens ? url : null, dataDir: '' });
  under = await openProcesses({ stores: [store(), store()], speed });
  if (listens) await until(async () => arrivals(), every('pushed'));
  return url;
}
const arrivals = () => under.stores.map(({ changeFeed }) => changeFeed.arrival());
const every = (wanted: string) => (found: readonly string[]) => found.every(one => one === wanted);

/**
 * Creates a paid order. Both processes learn of the payment at the same instant: one from the return page, one from a webhook.
 */
async function paid(
  at: number,
  plug: PlugAddress,
): Promise<{ orderId: string; sessionId: string; authorizationReference: string }> {
  const { orderId, ref } = await under.held(at, plug);
  await Promise.all(under.operators.map(operator => operator.onProviderNotice(ref)));
  const { id, authorizationReference: expected } = await under.session(orderId);
  await until(
    async () => under.stations.calls,
    calls => calls.some(({ step, authorizationReference }) => step === 'start' && authorizationReference === expected),
  );
  return { orderId, sessionId: id, authorizationReference: expected };
}

describe('Two processes on one PostgreSQL', () => {
  it('take every start, every capture and every letter once, and number invoices without a gap', async () => {
    await open();
    const orders = await Promise.all(PLUGS.map((plug, n) => paid(n % 2, plug)));
    await Promise.all(
      orders.map(({ authorizationReference }) => under.stations.plugIn(authorizationReference, under.clock.now())),
    );
    await Promise.all(orders.map(({ authorizationReference }) => under.stations.reportAgain(authorizationReference)));
    await Promise.all(
      orders.map(({ authorizationReference }) =>
        under.stations.end(authorizationReference, { at: under.clock.now(), energyWh: 12_000 }),
      ),
    );
    await until(
      async () => (await under.operators[0]!.counts()) as { outbox: { depth: number } },
      ({ outbox }) => outbox.depth === orders.length, // Only the time limits of the starts remain. They will have no effect.
    );

    const once = (step: string) =>
      under.stations.calls.filter(call => call.step === step).map(({ authorizationReference }) => authorizationReference);
    expect(once('start').sort()).toEqual(orders.map(({ authorizationReference }) => authorizationReference).sort());
    expect(under.payments.takings).toHaveLength(orders.length);
    expect(under.payments.calls.filter(({ step }) => step === 'capture')).toHaveLength(orders.length);
    const keys = under.emails.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toHaveLength(2 * orders.length);
    const documents = await under.stores[0]!.db.selectFrom('documents').select('number').orderBy('number').execute();
    expect(documents.map(({ number }) => number)).toEqual(orders.map((_, n) => `R-BLA-2026-${String(n + 1).padStart(6, '0')}`));
  });

  it('give a plug to one of two drivers whose holds are confirmed at the same instant', async () => {
    await open();
    for (const plug of PLUGS.slice(0, 4)) {
      const both = [await under.held(0, plug), await under.held(1, plug)];
      await Promise.all(both.map(({ ref }, n) => under.operators[n]!.onProviderNotice(ref)));
      const sessions = await Promise.all(both.map(({ orderId }) => under.session(orderId)));
      expect(sessions.map(({ state, why }) => why ?? state).sort()).toEqual(['plug-taken', 'starting']);
      await until(
        async () => both.map(({ ref }) => under.payments.truth(ref).state),
        states => [...states].sort().join(' ') === 'authorised released',
      );
    }
  });

  it('let one visitor start one free session, however many are asked for at once', async () => {
    await open();
    for (const email of ['ada@example.org', 'grace@example.org', 'hedy@example.org', 'mary@example.org']) {
      const contact = { firstName: 'Ada', lastName: 'Lovelace', email, emailConfirmation: email };
      const answers = await Promise.allSettled(FREE.map((plug, n) => under.start(n % 2, plug, { contact })));
      const outcomes = answers.map(answer => (answer.status === 'fulfilled' ? answer.value.kind : String(answer.reason.code)));
      expect(outcomes.sort()).toEqual(['charging', 'not-now', 'not-now']);
      for (const answer of answers) {
        if (answer.status !== 'fulfilled' || answer.value.kind !== 'charging') continue;
        const { sessionId } = answer.value;
        await under.operators[0]!.cancelStart({ sessionId });
        await until(
          () => under.operators[0]!.getSession({ sessionId }),
          ({ kind }) => kind === 'cancelled',
        );
      }
    }
  });

  it('all sell by what one of them has imported', async () => {
    await open();
    const data = await readOperatorData('demo');
    const point = { clientId: 'blaufink', evseId: PLUGS[0]!.evseId };
    const tariffs = data.tariffs.map(tariff => ({ ...tariff, version: `${tariff.version} again` }));
    await under.operators[0]!.importData({ ...data, tariffs });
    for (const operator of under.operators)
      expect((await operator.getChargingPoint(point)).plugs[0]?.tariffVersion).toMatch(/ again$/);
  });

  it('count the unpaid orders of a network together', async () => {
    await open();
    const { limit } = LIMITS.unpaidPagesPerNetwork;
    const answers = await Promise.allSettled(
      Array.from({ length: limit + 4 }, (_, n) => under.start(n % 2, PLUGS[0]!, { visitor: 'one network' })),
    );
    const outcomes = answers.map(answer => (answer.status === 'fulfilled' ? answer.value.kind : String(answer.reason.code)));
    expect(outcomes.filter(one => one === 'pay').length).toBeLessThanOrEqual(limit);
    expect(outcomes.filter(one => one === 'unpaid-orders').length).toBeGreaterThanOrEqual(4);
    await expect(under.start(0, PLUGS[0]!, { visitor: 'another network' })).resolves.toMatchObject({ kind: 'pay' });
  });

  it('look at what is due once, although both sweep', async () => {
    await open({ speed: 20 });
    const { orderId, ref } = await under.held(0, PLUGS[0]!);
    await under.operators[0]!.onProviderNotice(ref);
    const reads = () => under.payments.calls.filter(({ step, ref: read }) => step === 'read' && read === ref).length;
    for (let round = 0; round < 2; round++) {
      const [store] = under.stores;
      const payment = await under.payment(orderId);
      const due = later(under.clock.now(), 10_000);
      // The payment is so old that its next check would follow only minutes later.
      const createdAt = later(due, -600_000);
      await store!.inTransaction(trx => updatePayment(trx, payment, { createdAt, nextCheckAt: due }));
      const before = reads();
      // While this transaction locks the row, both processes read the payment as due, but neither can claim it.
      await store!.db.transaction().execute(async trx => {
        await sql`select id from payments where id = ${payment.id} for update`.execute(trx);
        await under.clock.sleepUntil(later(due, 15_000), new AbortController().signal);
      });
      await until(
        async () => reads(),
        count => count > before,
      );
      await until(
        async () => under.operators.some(operator => operator.isAtWork()),
        is => !is,
      );
      expect(reads()).toBe(before + 1);
    }
  });

  it('show a change at the one to whoever watches at the other, at once', async () => {
    await open();
    expect(await secondsUntilSeen()).toBeLessThan(1.5);
  });

  it('show it within seconds where nothing listens, and say that they look for it', async () => {
    await open({ listens: false });
    expect(arrivals()).toEqual(['polled', 'polled']);
    expect(await secondsUntilSeen()).toBeLessThan(5);
  });

  it.each([
    ['at once', true],
    ['within seconds where nothing listens', false],
  ])('tell whoever looks at a point at the other that a plug has changed, %s', async (_, listens) => {
    await open({ listens });
    const { evseId, connector } = PLUGS[0]!;
    const over = new AbortController();
    const updates = under.operators[1]!.watchPoint({ clientId: 'blaufink', evseId, signal: over.signal })[Symbol.asyncIterator]();
    await updates.next();
    const next = updates.next();
    await under.operators[0]!.reportPlug({ evseId, connector, state: 'charging' });
    expect(await within(next, 5000, () => null)).toMatchObject({ value: 1 });
    over.abort();
    await updates.next();
  });

  it('wake each other’s worker', async () => {
    await open();
    const changes: string[] = [];
    under.stores[1]!.changeFeed.subscribe(what => changes.push(what));
    under.stores[0]!.changeFeed.publish('work');
    await until(
      async () => changes,
      all => all.includes('work'),
    );
  });

  it('listen again when the connection they listen on has died, and miss nothing', async () => {
    const url = await open();
    const changes: string[] = [];
    under.stores[1]!.changeFeed.subscribe(what => changes.push(what));
    await server.cutConnections(url, "application_name = 'charging news'");
    await until(
      async () => changes,
      all => all.includes('gap'),
    );
    await until(async () => arrivals(), every('pushed'));
    expect(await secondsUntilSeen()).toBeLessThan(1.5);
  });

  it('go on when the database has thrown every connection out', async () => {
    const url = await open();
    const { orderId, ref } = await under.held(0, PLUGS[0]!);
    await server.cutConnections(url, 'pid <> pg_backend_pid()');
    await until(
      () => under.operators[0]!.refreshOrder({ orderId }).catch(() => ({ kind: 'failed' })),
      ({ kind }) => kind === 'charging',
    );
    const { authorizationReference: expected } = await under.session(orderId);
    await until(
      async () => under.stations.calls,
      calls => calls.some(({ step, authorizationReference }) => step === 'start' && authorizationReference === expected),
    );
    expect(under.payments.truth(ref).state).toBe('authorised');
  });

  it('serve on while a newer version migrates, and start although it has', async () => {
    const url = await open();
    const newer = openStore({ databaseUrl: url, databaseListenUrl: null, dataDir: '' });
    let [isOver, count] = [false, 0];
    const serving = (async () => {
      for (; !isOver; count++) {
        const started = await under.start(count % 2, PLUGS[count % 8]!);
        // The order is cancelled, because its hold would occupy the plug in the next round.
        if (started.kind === 'pay') await under.operators[count % 2]!.cancelOrder(started);
      }
    })();
    const serveMore = (than: number) =>
      Promise.race([
        serving,
        until(
          async () => count,
          served => served > than,
        ),
      ]);
    await serveMore(1);
    await migrate(newer.db, { ...MIGRATIONS, '0900-expand': { up: expand } });
    // Waits until the app has also served an order after the migration.
    await serveMore(count + 1);
    isOver = true;
    await serving;
    expect(count).toBeGreaterThan(2);
    await under.stores[0]!.migrate();
    expect(await addedColumns(newer)).toBe(3);
    await newer.close();
  });
});

/** A migration that a newer version may make while this version runs: it adds columns that have a default or allow null. */
const expand = async (db: Parameters<typeof migrate>[0]): Promise<void> => {
  for (const table of ['orders', 'sessions', 'outbox'])
    await db.schema
      .alterTable(table)
      .addColumn('added', 'text', column => column.defaultTo('later'))
      .execute();
};

async function addedColumns({ db }: Store): Promise<number> {
  const found = await sql<{
    count: number;
  }>`select count(*) as count from information_schema.columns where column_name = 'added'`.execute(db);
  return found.rows[0]?.count ?? 0;
}

/**
 * Stops a session at the first process.
 * @returns the seconds until a watcher at the second process receives the change
 */
async function secondsUntilSeen(): Promise<number> {
  const { sessionId, authorizationReference } = await paid(0, PLUGS[7]!);
  await under.stations.plugIn(authorizationReference, under.clock.now());
  const over = new AbortController();
  const views = under.operators[1]!.watchSession({ sessionId, signal: over.signal })[Symbol.asyncIterator]();
  await views.next();
  // Gives the watcher time to begin waiting for a change.
  await new Promise(resolve => setTimeout(resolve, 50));
  const began = performance.now();
  await under.operators[0]!.stopSession({ sessionId });
  for (;;) {
    const { value } = await views.next();
    if (value?.kind !== 'running') break;
  }
  over.abort();
  return (performance.now() - began) / 1000;
}
