import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Store } from '../../server/store/engine/database.ts';
import { openPostgres } from '../../server/store/engine/postgres.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { outboxDepth } from '../../server/store/shop/states.ts';
import { createStore } from '../../server/store/store.ts';
import { type OpenOperator, openOperator } from '../support/openShop.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';

const inTransaction = new AsyncLocalStorage<true>();

const IS_BRACKET = /^(begin|start transaction|commit)/;
/** Matches the queries with which the worker polls for jobs every few seconds. They do not belong to an order. */
const IS_JOB_POLL = /^with "due"|from "outbox" where "id" not in/;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

describe.each(['SQLite', 'PostgreSQL'])('An order on %s, from its form to the letter with its invoice', engine => {
  const queries: string[] = [];
  let [transactions, writes] = [0, 0];
  let shop: OpenOperator;
  beforeAll(async () => {
    const log = ({ query: { sql } }: { query: { sql: string } }) => {
      if (IS_BRACKET.test(sql)) return;
      queries.push(sql);
      if (!inTransaction.getStore() && !sql.startsWith('select') && !IS_JOB_POLL.test(sql)) writes++;
    };
    const url = engine === 'PostgreSQL' ? await server.createDatabase() : null;
    const opened = createStore(url === null ? openSqlite(':memory:', { log }) : openPostgres(url, { log }));
    const store: Store = {
      ...opened,
      inTransaction(work, isolation) {
        transactions++;
        return inTransaction.run(true, () => opened.inTransaction(work, isolation));
      },
    };
    shop = await openOperator({ store });
    await until(
      async () => shop.operator.isAtWork() || (await outboxDepth(opened.db)).depth > 0,
      is => !is,
    );
    queries.length = 0;
    [transactions, writes] = [0, 0];
    const ordered = await shop.paid();
    await until(
      async () => shop.stations.calls,
      ({ length }) => length > 0,
    );
    const ago = (seconds: number) => new Date(shop.clock.now().getTime() - seconds * 1000);
    await shop.stations.plugIn(ordered.authorizationReference, ago(2));
    const reading = { at: ago(1), energyWh: 6000, powerW: 11_000, isCharging: true };
    await shop.stations.meter(ordered.authorizationReference, reading);
    await shop.stations.end(ordered.authorizationReference, { at: ago(0), energyWh: 12_000 });
    await until(
      async () => shop.emails,
      ({ length }) => length === 2,
    );
    await shop.pass(0);
  }, 60_000);
  afterAll(() => shop.close());

  it('asks little of the database', () => {
    const own = queries.filter(statement => !IS_JOB_POLL.test(statement));
    expect(own.length).toBeGreaterThan(40);
    expect(own.length).toBeLessThanOrEqual(80);
  });

  it('takes a transaction for the form, the hold, each of two reports, the bill and the capture', () => {
    expect(transactions).toBeLessThanOrEqual(6);
  });

  it('commits by itself only what others have answered or reported, and that a job is done', () => {
    expect(writes).toBeLessThanOrEqual(8);
  });
});
