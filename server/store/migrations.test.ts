import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Kysely, sql } from 'kysely';
import { bothEngines } from '../../test/support/bothEngines.ts';
import { someOrder } from '../../test/support/rows.ts';
import type { Store } from './engine/database.ts';
import { DatabaseTooOld, type Migrations, migrate, migrationStatus } from './engine/migrate.ts';
import { addOrder, findOrder } from './shop/orders.ts';
import { MIGRATIONS } from './store.ts';

/** The migrations of a newer version of the app, with one more entry. */
const NEXT: Migrations = {
  ...MIGRATIONS,
  '0900-example': {
    async up(db) {
      await db.schema
        .alterTable('orders')
        .addColumn('example', 'text', column => column.defaultTo('later'))
        .execute();
      await sql`create table examples (id text primary key)`.execute(db);
    },
  },
};

describe.each(bothEngines())('A database of the first release, on %s', (_, open) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
    await store.migrate();
    await store.inTransaction(trx => addOrder(trx, someOrder()));
  });
  afterEach(() => store.close());

  const examples = async (): Promise<readonly unknown[]> =>
    (await sql<{ example: string }>`select example from orders`.execute(store.db)).rows.map(({ example }) => example);

  it('gets a later migration and keeps its rows', async () => {
    await migrate(store.db, NEXT);
    expect(await examples()).toEqual(['later']);
    expect(await findOrder(store.db, 'order-1')).toMatchObject(someOrder());
    expect((await migrationStatus(store.db, NEXT)).map(({ name, appliedAt }) => [name, appliedAt !== null])).toEqual([
      ...Object.keys(MIGRATIONS).map(name => [name, true]),
      ['0900-example', true],
    ]);
  });

  it('gets a later migration once, however many processes start at the same instant', async () => {
    await Promise.all([1, 2, 3].map(() => migrate(store.db, NEXT)));
    expect(await examples()).toEqual(['later']);
  });

  it('stays in use by the version before, which also starts on it', async () => {
    await migrate(store.db, NEXT);
    await store.migrate();
    await store.inTransaction(trx => addOrder(trx, someOrder({ id: 'order-2', formToken: 'intent-2' })));
    expect(await examples()).toEqual(['later', 'later']);
    expect((await store.migrations()).map(({ name }) => name)).toEqual(Object.keys(MIGRATIONS));
  });

  it('stays as it is when a migration fails, those before it included', async () => {
    const failing = { up: () => Promise.reject(new Error('the disk is full')) };
    await expect(migrate(store.db, { ...NEXT, '0901-failing': failing })).rejects.toThrow('the disk is full');
    await expect(examples()).rejects.toThrow('example');
    await migrate(store.db, NEXT);
    expect(await examples()).toEqual(['later']);
  });
});

describe.each(bothEngines())('A database of an earlier version, on %s', (_, open) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
    await migrate(store.db, { '0001-start': { up: createEarlierTables }, '0002-withdrawals': { up: async () => undefined } });
  });
  afterEach(() => store.close());

  const createEarlierTables = async (db: Kysely<unknown>): Promise<void> => {
    await sql`create table orders (id text primary key)`.execute(db);
    await sql`insert into orders values ('order-1')`.execute(db);
  };

  it('is refused in one sentence that names what to do, and nothing of it changes', async () => {
    const stored = async () => [
      (await store.db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name, columns }) => [
        name,
        columns.map(column => column.name),
      ]),
      (await sql`select * from kysely_migration`.execute(store.db)).rows,
      (await sql`select * from orders`.execute(store.db)).rows,
    ];
    const before = await stored();
    for (const refused of [store.migrate(), store.migrations()]) {
      const error: unknown = await refused.catch(thrown => thrown);
      expect(error).toBeInstanceOf(DatabaseTooOld);
      expect((error as Error).message).toMatch(
        /^This database was made by a version before 1\.0\.0 .*`npm run operator -- books .*\.$/,
      );
    }
    expect(await stored()).toEqual(before);
  });
});
