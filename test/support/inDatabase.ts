import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Works on the database file of an app that runs in this process. No attempt waits for a lock: the app that holds the lock can give it
 * back only between two attempts, on the same thread. `work` is repeated until the database is free, so it begins with its first write.
 */
export async function inDatabase<T>(dataDir: string, work: (db: DatabaseSync) => T): Promise<T> {
  for (;;) {
    const db = new DatabaseSync(path.join(dataDir, 'house.sqlite'), { timeout: 0 });
    try {
      return work(db);
    } catch (error) {
      if ((error as Error).message !== 'database is locked') throw error;
    } finally {
      db.close();
    }
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}
