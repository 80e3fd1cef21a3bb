import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { openPostgres } from '../../server/store/engine/postgres.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { DatabaseUnavailable } from '../../server/store/engine/unavailable.ts';
import { createStore } from '../../server/store/store.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { describeStore, type StoreUnderTest } from './store.contract.ts';

async function openFile(): Promise<StoreUnderTest> {
  const folder = mkdtempSync(path.join(tmpdir(), 'store-'));
  const [one, other] = [
    createStore(openSqlite(path.join(folder, 'a', 'b.sqlite'))),
    createStore(openSqlite(path.join(folder, 'a', 'b.sqlite'))),
  ];
  await one.migrate();
  return {
    one,
    other,
    async close() {
      await Promise.allSettled([one.close(), other.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let server: PostgresServer;
let url: string;
beforeAll(async () => {
  server = await startPostgres();
  url = await server.createDatabase();
});
afterAll(() => server.close());

async function openServer(): Promise<StoreUnderTest> {
  const [one, other] = [createStore(openPostgres(url)), createStore(openPostgres(url))];
  await one.migrate();
  // Empties the tables instead of creating them again, which takes a tenth of the time.
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(
    one.db,
  );
  const names = rows.map(({ name }) => name).filter(name => name !== 'kysely_migration');
  await sql`truncate ${sql.join(names.map(name => sql.table(name)))} restart identity`.execute(one.db);
  return {
    one,
    other,
    close: async () => void (await Promise.allSettled([one.close(), other.close()])),
  };
}

describeStore('SQLite', openFile);
describeStore('PostgreSQL', openServer);

describe('SQLite', () => {
  it('survives a power cut and lets readers read while somebody writes', async () => {
    const { one, close } = await openFile();
    const pragma = async (name: string) =>
      Object.values((await sql<object>`${sql.raw(`pragma ${name}`)}`.execute(one.db)).rows[0]!)[0];
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(2);
    // The timeout is 0, because a call that waits for a lock would block the whole process.
    expect(await pragma('busy_timeout')).toBe(0);
    await close();
  });

  it('lets everybody read while a writer waits for another process, then writes; after five seconds it gives up', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'locked-'));
    const file = path.join(folder, 'house.sqlite');
    const store = createStore(openSqlite(file));
    await store.migrate();
    const other = new DatabaseSync(file);
    const write = (name: string) =>
      store.inTransaction(trx =>
        trx
          .insertInto('counters')
          .values({ name, value: 1 })
          .execute()
          .then(() => 'written'),
      );
    const names = async () => (await store.db.selectFrom('counters').select('name').execute()).map(({ name }) => name);

    other.exec('begin immediate');
    const waiting = [write('one'), write('two')];
    const statement = store.db.insertInto('counters').values({ name: 'three', value: 1 }).execute();
    for (let n = 0; n < 10; n++) {
      const began = performance.now();
      await new Promise(resolve => setTimeout(resolve, 20));
      expect(await names()).toEqual([]);
      expect(performance.now() - began).toBeLessThan(1000);
    }
    other.exec('rollback');
    expect(await Promise.all(waiting)).toEqual(['written', 'written']);
    await statement;
    expect((await names()).sort()).toEqual(['one', 'three', 'two']);

    other.exec('begin immediate');
    const began = performance.now();
    const refused: unknown = await write('four').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseUnavailable);
    expect(performance.now() - began).toBeGreaterThan(4000);
    other.exec('rollback');
    await expect(write('four')).resolves.toBe('written');
    other.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('undoes all of a transaction for which the disk has no room, and goes on afterwards', async () => {
    const { one, close } = await openFile();
    const pages = async () => Number(Object.values((await sql<object>`pragma page_count`.execute(one.db)).rows[0] ?? {})[0]);
    const fill = () =>
      one.inTransaction(async trx => {
        await trx.insertInto('counters').values({ name: 'first', value: 1 }).execute();
        for (let n = 0; n < 200; n++)
          await trx
            .insertInto('key_values')
            .values({ owner: 'x', key: `${n}`, json: 'y'.repeat(3000) })
            .execute();
      });
    await sql`${sql.raw(`pragma max_page_count=${(await pages()) + 5}`)}`.execute(one.db);
    await expect(fill()).rejects.toThrow('the disk is full');
    expect(await one.db.selectFrom('counters').selectAll().execute()).toEqual([]);
    await sql`pragma max_page_count=1000000`.execute(one.db);
    await fill();
    expect(await one.db.selectFrom('counters').select('name').execute()).toEqual([{ name: 'first' }]);
    await close();
  });
});

describe('PostgreSQL', () => {
  it('is migrated once, however many processes start at the same instant', async () => {
    const empty = await server.createDatabase();
    const stores = Array.from({ length: 4 }, () => createStore(openPostgres(empty)));
    await Promise.all(stores.map(store => store.migrate()));
    for (const store of stores) expect((await store.migrations()).every(({ appliedAt }) => appliedAt !== null)).toBe(true);
    await Promise.all(stores.map(store => store.close()));
  });

  it('refuses a number that would lose its last digits, instead of being wrong by a little', async () => {
    const { one, close } = await openServer();
    await sql`insert into counters (name, value) values ('large', 9007199254740993)`.execute(one.db);
    await expect(one.db.selectFrom('counters').selectAll().execute()).rejects.toThrow('too large');
    await close();
  });
});
