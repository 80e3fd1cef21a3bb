import { afterEach, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { someOrder } from '../../test/support/rows.ts';
import { readOperatorData } from '../shop/import/readOperatorData.ts';
import { migrate } from './engine/migrate.ts';
import { openSqlite } from './engine/sqlite.ts';
import * as start from './migrations/0001-start.ts';
import * as withdrawals from './migrations/0002-withdrawals.ts';
import { findClient } from './shop/catalogue.ts';
import { addOrder, findOrder } from './shop/orders.ts';
import { replaceCatalogue } from './shop/replaceCatalogue.ts';
import { createStore } from './store.ts';

const db = openSqlite(':memory:');
const store = createStore(db);
afterEach(() => store.close());

it('A database from before points could be marked as gone opens, takes the operator’s files and keeps its orders', async () => {
  const first = { '0001-start': start, '0002-withdrawals': withdrawals };
  await migrate(db, first);
  for (const table of ['clients', 'points', 'tariffs'])
    await sql`alter table ${sql.table(table)} drop column is_current`.execute(db);
  const { visitor: _, ...older } = someOrder();
  await store.inTransaction(trx => addOrder(trx, older as ReturnType<typeof someOrder>));

  await store.migrate();
  const data = await readOperatorData('demo');
  await store.inTransaction(trx => replaceCatalogue(trx, data, new Date()));
  expect(await findClient(db, 'blaufink')).not.toBeNull();
  expect(await findOrder(db, older.id)).toEqual({ ...older, visitor: '' });
});
