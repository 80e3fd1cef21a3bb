import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createStore } from '../store.ts';
import { compiledOnce } from './compiledOnce.ts';
import type { Store } from './database.ts';
import { openSqlite } from './sqlite.ts';

let store: Store;
beforeEach(async () => {
  store = createStore(openSqlite(':memory:'));
  await store.migrate();
});
afterEach(() => store.close());

interface Counter {
  name: string;
  value: number;
}

let built = 0;
const put = compiledOnce((db, { rows }: { rows: readonly Counter[] }) => {
  built++;
  return db.insertInto('counters').values(rows);
});
const set = compiledOnce((db, { row, names }: { row: Partial<Counter>; names: readonly string[] }) =>
  db.updateTable('counters').set(row).where('name', 'in', names).where('value', '<', 100).returning(['name', 'value']),
);
const all = () => store.db.selectFrom('counters').selectAll().orderBy('name').execute();

it('A query is built once for each form of what it is asked with, and asked with the values of each time', async () => {
  expect((await put(store.db, { rows: [{ name: 'a', value: 1 }] })).numAffectedRows).toBe(1n);
  await put(store.db, { rows: [{ name: 'b', value: 2 }] });
  await store.inTransaction(trx =>
    put(trx, {
      rows: [
        { name: 'c', value: 3 },
        { name: 'd', value: 400 },
      ],
    }),
  );
  expect(built).toBe(2);
  expect((await set(store.db, { row: { value: 9 }, names: ['b', 'd'] })).rows).toEqual([{ name: 'b', value: 9 }]);
  expect((await set(store.db, { row: { value: 8 }, names: ['a', 'c'] })).rows).toHaveLength(2);
  expect((await set(store.db, { row: { name: 'e', value: 7 }, names: ['a'] })).rows).toEqual([{ name: 'e', value: 7 }]);
  expect(await all()).toEqual([
    { name: 'b', value: 9 },
    { name: 'c', value: 8 },
    { name: 'd', value: 400 },
    { name: 'e', value: 7 },
  ]);
});

it('What fails, fails as any query does, and leaves nothing of its transaction', async () => {
  const twice = store.inTransaction(async trx => {
    await put(trx, { rows: [{ name: 'a', value: 1 }] });
    await put(trx, { rows: [{ name: 'a', value: 2 }] });
  });
  await expect(twice).rejects.toThrow(/UNIQUE/);
  expect(await all()).toEqual([]);
});
