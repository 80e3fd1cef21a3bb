import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Store } from '../../server/store/engine/database.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { addOrder, findOrder } from '../../server/store/shop/orders.ts';
import { addPayment } from '../../server/store/shop/payments.ts';
import { createStore } from '../../server/store/store.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { someOrder, somePayment } from '../support/rows.ts';

let folder: string;
let server: PostgresServer;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'maintenance-'));
  server = await startPostgres();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  code: number;
  out: string;
}
/** Runs a command of package.json, as the operator's staff would. */
const run = (script: string, words: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> =>
  new Promise(resolve => {
    const { DATABASE_URL: _, DATA_DIR: _dir, NODE_OPTIONS: _options, ...inherited } = process.env;
    const options = { env: { ...inherited, NODE_OPTIONS: '--disable-warning=ExperimentalWarning', ...env } };
    execFile(process.execPath, [`scripts/operator/${script}.ts`, ...words], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, out: stdout + stderr }),
    );
  });

/** Writes orders with one payment each until `stop` is called. Each order and its payment are written in one transaction. */
function startWriting(store: Store): { stop(): Promise<number> } {
  let isOver = false;
  const written = (async () => {
    let n = 0;
    while (!isOver) {
      n++;
      const ids = { id: `order-${n}`, formToken: `intent-${n}`, paymentId: `payment-${n}`, fingerprint: 'x'.repeat(2000) };
      await store.inTransaction(async trx => {
        await addOrder(trx, someOrder(ids));
        await addPayment(trx, somePayment({ id: ids.paymentId, orderId: ids.id }));
      });
      await new Promise(resolve => setImmediate(resolve));
    }
    return n;
  })();
  return {
    stop() {
      isOver = true;
      return written;
    },
  };
}

describe('npm run backup', () => {
  it('copies the database while it is written to: what is in the copy is whole, and the app can open it', async () => {
    const dataDir = path.join(folder, 'busy');
    const store = createStore(openSqlite(path.join(dataDir, 'house.sqlite')));
    await store.migrate();
    const writing = startWriting(store);
    const counts: number[] = [];
    for (const name of ['first', 'second', 'third']) {
      const file = path.join(folder, `${name}.sqlite`);
      expect(await run('backup', [file], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
      const copy = new DatabaseSync(file, { readOnly: true });
      const count = (sql: string) => Number((copy.prepare(sql).get() as { n: number }).n);
      expect(count('select count(*) as n from payments')).toBe(count('select count(*) as n from orders'));
      expect(count('select max(cast(substr(id, 7) as integer)) as n from orders')).toBe(
        count('select count(*) as n from orders'),
      );
      counts.push(count('select count(*) as n from orders'));
      copy.close();
    }
    const total = await writing.stop();
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts[0]).toBeGreaterThan(0);
    expect(total).toBeGreaterThan(counts[2]!);
    await store.close();
    expect(readdirSync(folder).filter(name => name.endsWith('.part'))).toEqual([]);

    const restored = createStore(openSqlite(path.join(folder, 'third.sqlite')));
    await restored.migrate();
    expect(await findOrder(restored.db, 'order-1')).not.toBeNull();
    await restored.close();
  });

  it('says what to use instead when the data is in PostgreSQL, and never writes over a file', async () => {
    const postgresRun = await run('backup', [], { DATABASE_URL: 'postgres://db.example/charging' });
    expect(postgresRun).toMatchObject({ code: 1, out: expect.stringContaining('pg_dump') });
    expect(await run('backup', [], { DATA_DIR: path.join(folder, 'nothing') })).toMatchObject({ code: 1 });
    const twice = await run('backup', [path.join(folder, 'first.sqlite')], { DATA_DIR: path.join(folder, 'busy') });
    expect(twice).toMatchObject({ code: 1, out: expect.stringContaining('already exists') });
  });
});

describe('npm run migrate', () => {
  const engines = ['SQLite', 'PostgreSQL'] as const;
  it.each(engines)('brings %s up, says what is applied, and may be run again', async engine => {
    const env: Record<string, string> =
      engine === 'SQLite' ? { DATA_DIR: path.join(folder, 'new') } : { DATABASE_URL: await server.createDatabase() };
    expect((await run('migrate', ['--status'], env)).code).toBe(1);
    expect(await run('migrate', [], env)).toMatchObject({ code: 0 });
    const status = await run('migrate', ['--status'], env);
    expect(status).toMatchObject({ code: 0, out: expect.stringMatching(/0001-schema +2\d{3}-/) });
    expect(await run('migrate', [], env)).toEqual(status);
  });

  it('says so when the database cannot be reached, without its password', async () => {
    const ended = await run('migrate', [], { DATABASE_URL: 'postgres://charging:hunter2@127.0.0.1:1/house' });
    expect(ended.code).toBe(1);
    expect(ended.out).toContain('could not be migrated');
    expect(ended.out).not.toContain('hunter2');
  });
});
