import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { openPostgres } from '../../server/operator/store/postgres.ts';
import { openSqlite } from '../../server/operator/store/sqlite.ts';
import { createStore } from '../../server/operator/store/store.ts';
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
    ...{ one, other },
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
  // Emptied rather than made anew: that takes a tenth of the time.
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(
    one.db,
  );
  const names = rows.map(({ name }) => name).filter(name => name !== 'kysely_migration');
  await sql`truncate ${sql.join(names.map(name => sql.table(name)))} restart identity`.execute(one.db);
  return {
    ...{ one, other },
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
    expect(await pragma('busy_timeout')).toBe(5000);
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
