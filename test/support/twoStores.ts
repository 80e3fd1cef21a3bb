import type { Store } from '../../server/store/engine/database.ts';
import { openPostgres } from '../../server/store/engine/postgres.ts';
import { createStore } from '../../server/store/store.ts';
import { startPostgres } from './postgres.ts';

/** Opens two stores on one database of a new PostgreSQL server, as two processes would. */
export async function openTwoStores(): Promise<{ stores: readonly [Store, Store]; close(): Promise<void> }> {
  const server = await startPostgres();
  const url = await server.createDatabase();
  const stores = [createStore(openPostgres(url)), createStore(openPostgres(url))] as const;
  await stores[0].migrate();
  return {
    stores,
    async close() {
      await Promise.all(stores.map(store => store.close()));
      await server.close();
    },
  };
}
