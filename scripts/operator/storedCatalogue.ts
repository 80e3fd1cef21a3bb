import { existsSync } from 'node:fs';
import { databaseFile, openStore } from '../../server/store/openStore.ts';
import { readCatalogue, type StoredCatalogue } from '../../server/store/shop/readCatalogue.ts';
import { reasonOf, storeOptions } from './database.ts';

/**
 * Reads the catalogue of the app with the same settings.
 * @returns null if there is no database yet; the reason if the database cannot be read
 */
export async function readStoredCatalogue(): Promise<StoredCatalogue | { fault: string } | null> {
  if (storeOptions.databaseUrl === null && !existsSync(databaseFile(storeOptions.dataDir))) return null;
  const store = openStore(storeOptions);
  try {
    await store.migrations();
    return await readCatalogue(store.db);
  } catch (error) {
    return { fault: reasonOf(error) };
  } finally {
    await store.close();
  }
}
