import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { openCutProxy } from '../../../test/proof/money/cutProxy.ts';
import { freePort } from '../../../test/support/freePort.ts';
import { startPostgres } from '../../../test/support/postgres.ts';
import { openStore } from '../openStore.ts';
import { createStore } from '../store.ts';
import type { Trx } from './database.ts';
import { openPostgres } from './postgres.ts';
import { requireSerializable } from './transactions.ts';
import { DatabaseUnavailable } from './unavailable.ts';

it('A database that cannot be reached is called so, with what happened behind it', async () => {
  const store = createStore(openPostgres(`postgres://nobody@127.0.0.1:${await freePort()}/none`));
  const error: unknown = await store.check().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DatabaseUnavailable);
  expect(error).toMatchObject({ name: 'DatabaseUnavailable', cause: { code: 'ECONNREFUSED' } });
  await store.close();
});

it('A server that has vanished without a word costs the statements at hand; the next ones find whoever has taken its place', async () => {
  const server = await startPostgres();
  const url = await server.createDatabase();
  const { host } = new URL(url);
  const proxy = await openCutProxy(() => `http://${host}`);
  const store = createStore(openPostgres(url.replace(host, proxy.host), { answerLimitMs: 2000 }));
  const all = () => Promise.allSettled(Array.from({ length: 10 }, () => store.inTransaction(trx => sql`select 1`.execute(trx))));
  const states = async () => new Set((await all()).map(({ status }) => status));
  try {
    expect(await states()).toEqual(new Set(['fulfilled']));
    proxy.freeze();
    expect(await states()).toEqual(new Set(['rejected']));
    expect(await states()).toEqual(new Set(['fulfilled']));
  } finally {
    await store.close();
    proxy.close();
    await server.close();
  }
});

it('A read committed transaction begins again as a serializable one where its work requires that', async () => {
  const server = await startPostgres();
  const store = createStore(openPostgres(await server.createDatabase()));
  const levels: unknown[] = [];
  const levelOf = async (trx: Trx, isRequired: boolean) => {
    const { rows } = await sql<{ transaction_isolation: string }>`show transaction_isolation`.execute(trx);
    levels.push(...rows.map(row => row.transaction_isolation));
    if (isRequired) requireSerializable(trx);
  };
  try {
    await store.inTransaction(trx => levelOf(trx, false), 'read committed');
    await store.inTransaction(trx => levelOf(trx, true), 'read committed');
    await store.inTransaction(trx => levelOf(trx, true));
    expect(levels).toEqual(['read committed', 'read committed', 'serializable', 'serializable']);
  } finally {
    await store.close();
    await server.close();
  }
});

it('A lost answer ends the wait of a visitor early and that of a job later, while other connections answer', async () => {
  const server = await startPostgres();
  const url = await server.createDatabase();
  const { host } = new URL(url);
  const proxy = await openCutProxy(() => `http://${host}`);
  const address = url.replace(host, proxy.host);
  const [db, visitorsDb] = [openPostgres(address, { answerLimitMs: 60_000 }), openPostgres(address, { answerLimitMs: 2000 })];
  const query = (on: typeof db) => sql`select 1`.execute(on);
  try {
    await Promise.all([query(db), query(visitorsDb)]);
    proxy.freeze();
    let isJobOver = false;
    const job = query(db).finally(() => (isJobOver = true));
    await expect(query(visitorsDb)).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect((await query(visitorsDb)).rows).toHaveLength(1);
    expect((await query(db)).rows).toHaveLength(1);
    expect(isJobOver).toBe(false);
    proxy.close();
    await expect(job).rejects.toBeInstanceOf(DatabaseUnavailable);
  } finally {
    proxy.close();
    await Promise.all([db.destroy(), visitorsDb.destroy()]);
    await server.close();
  }
});

it('A pooler that accepts connections and never answers lets a visitor wait less than six seconds', async () => {
  const sockets: Socket[] = [];
  const pooler = createServer(socket => void sockets.push(socket.on('error', () => undefined)));
  pooler.listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  const { port } = pooler.address() as AddressInfo;
  const store = openStore({ databaseUrl: `postgres://nobody@127.0.0.1:${port}/none`, databaseListenUrl: null, dataDir: '' });
  const start = performance.now();
  await expect(store.visitors?.inTransaction(trx => sql`select 1`.execute(trx))).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(performance.now() - start).toBeLessThan(6000);
  for (const socket of sockets) socket.destroy();
  pooler.close();
  await store.close();
});
