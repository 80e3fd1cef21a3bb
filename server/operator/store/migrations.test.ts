import { afterEach, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { readOperatorData } from '../import/readOperatorData.ts';
import { findClient, replaceCatalogue } from './catalogue.ts';
import { openSqlite } from './sqlite.ts';
import { createStore } from './store.ts';

const store = createStore(openSqlite(':memory:'));
afterEach(() => store.close());

it('A database from before points could be marked as gone opens, and takes the operator’s files', async () => {
  await store.migrate();
  for (const table of ['clients', 'points', 'tariffs'])
    await sql`alter table ${sql.table(table)} drop column is_current`.execute(store.db);
  await sql`drop index documents_sequence`.execute(store.db);
  for (const column of ['sequence', 'replaces_id', 'cancels_id'])
    await sql`alter table documents drop column ${sql.ref(column)}`.execute(store.db);
  await sql`drop table refunds`.execute(store.db);
  await sql`delete from kysely_migration where name in ('0003-current', '0004-afterwards')`.execute(store.db);

  await store.migrate();
  const data = await readOperatorData('demo');
  await store.inTransaction(trx => replaceCatalogue(trx, data, new Date()));
  expect(await findClient(store.db, 'blaufink')).not.toBeNull();
});
