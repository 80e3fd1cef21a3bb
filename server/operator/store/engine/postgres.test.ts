import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { openCutProxy } from '../../../../test/proof/money/cutProxy.ts';
import { freePort } from '../../../../test/support/freePort.ts';
import { startPostgres } from '../../../../test/support/postgres.ts';
import { createStore } from '../store.ts';
import { openPostgres } from './postgres.ts';
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
  const store = createStore(openPostgres(url.replace(host, proxy.host), { answerLimitMs: 500 }));
  const all = () => Promise.allSettled(Array.from({ length: 10 }, () => store.inTransaction(trx => sql`select 1`.execute(trx))));
  const states = async () => new Set((await all()).map(({ status }) => status));
  try {
    expect(await states()).toEqual(new Set(['fulfilled']));
    proxy.silence();
    expect(await states()).toEqual(new Set(['rejected']));
    expect(await states()).toEqual(new Set(['fulfilled']));
  } finally {
    await store.close();
    proxy.close();
    await server.close();
  }
});
