import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BuiltApp, startBuiltApp } from '../support/builtApp.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { sqlAt } from '../support/sqlAt.ts';

const SENTENCE = /^(The database could not be migrated: )?This database was made by a version before 1\.0\.0 [^\n]*\.\n$/;
/** Those tables of an earlier version's database that this version reads. */
const EARLIER = [
  'create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)',
  `insert into kysely_migration values ('0001-start', '2026-11-21'), ('0070-unbilled-energy', '2026-11-25')`,
  'create table orders (id text primary key)',
  `insert into orders values ('order-1')`,
];

let folder: string;
let server: PostgresServer;
let url: string;
let app: BuiltApp;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'earlier-'));
  server = await startPostgres();
  url = await server.createDatabase();
  for (const statement of EARLIER) await sqlAt(url, statement, []);
  app = await startBuiltApp({ env: { DATA_DIR: earlierFolder('demo') } });
});
afterAll(async () => {
  await app.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function earlierFolder(name: string): string {
  const dataDir = path.join(folder, name);
  mkdirSync(dataDir);
  const database = new DatabaseSync(path.join(dataDir, 'house.sqlite'));
  database.exec(['pragma journal_mode = wal', ...EARLIER].join(';'));
  database.close();
  return dataDir;
}

const ordersIn = (file: string): unknown => {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = [...database.prepare('select * from orders').all()];
  database.close();
  return rows.map(row => ({ ...row }));
};

describe('Over a database of an earlier version', () => {
  it('the demo moves the file aside and serves with an empty database', async () => {
    const dataDir = path.join(folder, 'demo');
    expect((await fetch(`${app.origin}/en/blaufink`, { headers: { Accept: 'text/html' } })).status).toBe(200);
    const [moved = ''] = readdirSync(dataDir).filter(name => /^house\.sqlite\.\d{4}-/.test(name));
    expect(ordersIn(path.join(dataDir, moved))).toEqual([{ id: 'order-1' }]);
    expect(ordersIn(path.join(dataDir, 'house.sqlite'))).toEqual([]);
    const events = app.lines.filter(({ msg }) => msg === 'demo database of an earlier version moved aside');
    expect(events).toEqual([expect.objectContaining({ file: path.join(dataDir, moved) })]);
  });

  it('an app on PostgreSQL, or with real payments, refuses to start in one sentence and changes nothing', async () => {
    const dataDir = earlierFolder('live');
    const stripe = {
      ...{ PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_none', STRIPE_WEBHOOK_SECRET: 'whsec_none' },
      ...{
        PUBLIC_ORIGIN: 'https://charge.example',
        DEMO: '1',
        SECRET: 's'.repeat(32),
        SIMULATOR_SPEED: '1',
        OPERATOR_DATA: 'demo',
      },
    };
    for (const env of [
      { DATA_DIR: dataDir, DATABASE_URL: url },
      { DATA_DIR: dataDir, ...stripe },
    ])
      expect(await app.refused({ env })).toEqual({ code: 1, output: expect.stringMatching(SENTENCE) });
    expect(ordersIn(path.join(dataDir, 'house.sqlite'))).toEqual([{ id: 'order-1' }]);
    expect(
      await sqlAt(url, `select table_name as name from information_schema.tables where table_schema = 'public'`, []),
    ).toHaveLength(2);
  });

  it.each([
    ['migrate', []],
    ['migrate', ['--status']],
    ['operator', ['list']],
  ])('the command %s %j ends with 1 and the same sentence', (script, words) => {
    const { DATA_DIR: _, NODE_OPTIONS: _options, ...inherited } = process.env;
    const env = { ...inherited, NODE_OPTIONS: '--disable-warning=ExperimentalWarning', DATABASE_URL: url };
    const { status, stderr } = spawnSync(process.execPath, [`scripts/operator/${script}.ts`, ...words], { env });
    expect([status, String(stderr)]).toEqual([1, expect.stringMatching(SENTENCE)]);
  });
});
