import { afterAll, beforeAll } from '@jest/globals';
import type { Store } from '../../server/store/engine/database.ts';
import { openPostgres } from '../../server/store/engine/postgres.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { createStore } from '../../server/store/store.ts';
import { type PostgresServer, startPostgres } from './postgres.ts';

/** Cases for `describe.each`: the name of each database engine, and a function that opens an empty store on it. */
export function bothEngines(): readonly (readonly [string, () => Promise<Store>])[] {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());
  return [
    ['SQLite', async () => createStore(openSqlite(':memory:'))],
    ['PostgreSQL', async () => createStore(openPostgres(await server.createDatabase()))],
  ];
}
