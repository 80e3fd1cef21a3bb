import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { copyDatabase } from '../../server/store/engine/copyDatabase.ts';
import { openPostgres } from '../../server/store/engine/postgres.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { createStore } from '../../server/store/store.ts';
import { billed } from '../support/billed.ts';
import { openOperator, PLAIN } from '../support/openShop.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';

let server: PostgresServer;
let dataDir: string;
let file: string;
let number: number;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());
beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'move-'));
  file = path.join(dataDir, 'house.sqlite');
  const shop = await openOperator({ store: createStore(openSqlite(file)) });
  const ordered = await shop.charging({ ...PLAIN, locale: 'hu' });
  await billed(shop, ordered);
  ({ number } = await shop.session(ordered));
  await shop.close();
}, 60_000);
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const move = (url: string) =>
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/operator/operator.ts', 'move', '--to', url], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    encoding: 'utf8',
  });

test('a shop moves to PostgreSQL with its sessions and documents, and goes on there', async () => {
  const url = await server.createDatabase();
  const { status, stdout } = move(url);
  expect([status, stdout]).toEqual([0, expect.stringMatching(/\d+ rows of \d+ tables are copied and compared/)]);
  expect(existsSync(file)).toBe(false);
  const [aside = ''] = readdirSync(dataDir).filter(name => /^house\.sqlite\..*Z$/.test(name));
  const before = new DatabaseSync(path.join(dataDir, aside), { readOnly: true });
  const documents = before.prepare('select * from documents').all();
  expect(documents).toHaveLength(1);
  before.close();

  const shop = await openOperator({ store: createStore(openPostgres(url)) });
  try {
    const moved = await shop.store.db.selectFrom('documents').selectAll().execute();
    expect(JSON.parse(JSON.stringify(moved))).toEqual(JSON.parse(JSON.stringify(documents.map(row => ({ ...row })))));
    // New orders and audit entries get ids after those of the file.
    const ordered = await shop.charging({ ...PLAIN, locale: 'en', formToken: 'intent-after-the-move' });
    await billed(shop, ordered);
    const numbers = await shop.store.db.selectFrom('sessions').select('number').execute();
    expect(numbers.map(row => Number(row.number))).toContain(number);
    expect(numbers).toHaveLength(2);
    // The triggers are on again: the tariff of a point counts its connectors.
    const uses = await shop.store.db.selectFrom('tariff_uses').selectAll().execute();
    expect(uses.length).toBeGreaterThan(0);
  } finally {
    await shop.close();
  }
}, 120_000);

test('a database that has rows is refused, and stays as it is', async () => {
  const url = await server.createDatabase();
  expect(move(url).status).toBe(0);
  await beforeMove();
  const { status, stderr } = move(url);
  expect([status, stderr]).toEqual([1, expect.stringContaining('The PostgreSQL database is not empty')]);
  expect(existsSync(file)).toBe(true);
}, 120_000);

/** Puts the moved file back. */
async function beforeMove(): Promise<void> {
  const store = createStore(openSqlite(file));
  await store.migrate();
  await store.close();
}

test('a copy that differs is refused, and nothing is written', async () => {
  const db = openPostgres(await server.createDatabase());
  const store = createStore(db);
  try {
    await store.migrate();
    // A fault of the target: a rule that drops the rows of one table without an error.
    await sql`create rule lost as on insert to documents do instead nothing`.execute(db);
    await expect(copyDatabase(file, db)).rejects.toThrow('The copy of documents differs in count(*)');
    expect(await db.selectFrom('sessions').select('id').execute()).toEqual([]);
  } finally {
    await store.close();
  }
}, 120_000);

test('no process can write to the file while it is copied', async () => {
  const db = openPostgres(await server.createDatabase());
  const store = createStore(db);
  const other = new DatabaseSync(file, { timeout: 0 });
  try {
    await store.migrate();
    const attempts: unknown[] = [];
    await copyDatabase(file, db, () => {
      try {
        other.exec('update counters set value = value + 1');
        attempts.push('written');
      } catch (error) {
        attempts.push((error as Error).message);
      }
    });
    expect(new Set(attempts)).toEqual(new Set(['database is locked']));
  } finally {
    other.close();
    await store.close();
  }
}, 120_000);
