import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CompiledQuery, type DatabaseConnection, type Driver } from 'kysely';
import { createSqliteDriver } from './sqliteDriver.ts';

let folder: string;
let database: DatabaseSync;
let otherProcess: DatabaseSync;
let driver: Driver;
/** Statements that fail once. With `rolls back`, SQLite rolls back the transaction by itself, as with a full disk. */
let faults: Map<string, 'fails' | 'rolls back'>;
let isClosed: boolean;
beforeEach(() => {
  isClosed = false;
  folder = mkdtempSync(path.join(tmpdir(), 'driver-'));
  const file = path.join(folder, 'house.sqlite');
  database = new DatabaseSync(file);
  database.exec('pragma journal_mode=wal; create table names (name text primary key)');
  otherProcess = new DatabaseSync(file);
  faults = new Map();
  driver = createSqliteDriver({
    run(sql) {
      const fault = faults.get(sql);
      faults.delete(sql);
      if (fault === 'rolls back') database.exec('rollback');
      if (fault !== undefined) throw new Error('The disk is full');
      return { rows: database.prepare(sql).all() };
    },
    isInTransaction: () => database.isTransaction,
    failure: error => error,
    close: () => {
      isClosed = true;
    },
  });
});
afterEach(() => {
  database.close();
  otherProcess.close();
  rmSync(folder, { recursive: true });
});

const NAMES = 'select name from names order by name';
const committedNames = () =>
  otherProcess
    .prepare(NAMES)
    .all()
    .map(({ name }) => name);
const insert = (name: string) => `insert into names values ('${name}')`;
const run = (connection: DatabaseConnection, sql: string) => connection.executeQuery(CompiledQuery.raw(sql));

/** Inserts the names in one transaction as Kysely does. A rollback follows a failure. */
async function transact(...names: readonly string[]): Promise<void> {
  const connection = await driver.acquireConnection();
  await driver.beginTransaction(connection, {});
  try {
    for (const name of names) await run(connection, insert(name));
    await driver.commitTransaction(connection);
  } catch (error) {
    await driver.rollbackTransaction(connection);
    throw error;
  }
}

describe('createSqliteDriver', () => {
  it('commits transactions that begin at once one after the other', async () => {
    const committed = ['a', 'b'].map(name => transact(name, `${name}2`).then(committedNames));

    expect(await Promise.all(committed)).toEqual([
      ['a', 'a2'],
      ['a', 'a2', 'b', 'b2'],
    ]);
  });

  it('undoes only the transaction that fails', async () => {
    const ends = await Promise.allSettled([transact('a'), transact('x', 'a'), transact('b')]);

    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(committedNames()).toEqual(['a', 'b']);
  });

  it('reads nothing that is not committed', async () => {
    const writing = transact('a');
    const { rows } = await run(await driver.acquireConnection(), NAMES);
    expect([rows.length, committedNames()]).toEqual([1, ['a']]);
    await writing;
  });

  it.each(['fails', 'rolls back'] as const)(
    'stores nothing of a transaction whose commit %s, and the next one whole',
    async fault => {
      faults.set('commit', fault);

      await expect(transact('a')).rejects.toThrow('full');
      await transact('b');

      expect(committedNames()).toEqual(['b']);
    },
  );

  it('refuses further statements of a transaction that SQLite has rolled back', async () => {
    const connection = await driver.acquireConnection();
    await driver.beginTransaction(connection, {});
    faults.set(insert('a'), 'rolls back');

    await expect(run(connection, insert('a'))).rejects.toThrow('full');
    await expect(run(connection, insert('b'))).rejects.toThrow('rolled the transaction back');
    await driver.rollbackTransaction(connection);

    expect(committedNames()).toEqual([]);
  });

  it('rolls back before the next statement where a rollback has failed', async () => {
    faults.set(insert('a'), 'fails').set('rollback', 'fails');

    await expect(transact('x', 'a')).rejects.toThrow('full');
    await run(await driver.acquireConnection(), insert('b'));

    expect(committedNames()).toEqual(['b']);
  });

  it('closes the file after a transaction that has begun', async () => {
    const connection = await driver.acquireConnection();
    await driver.beginTransaction(connection, {});

    const closing = driver.destroy();
    await run(connection, insert('a'));
    expect(isClosed).toBe(false);
    await driver.commitTransaction(connection);
    await closing;

    expect([isClosed, committedNames()]).toEqual([true, ['a']]);
  });
});
