import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { until } from './until.ts';

const SQLITE_BUSY = 5;

/**
 * Runs `work` on the database file of an app in this process. An attempt never waits for a lock: the app runs on the same thread
 * and can release the lock only between two attempts. `work` is repeated until the database is free, so `work` must begin with a
 * write.
 */
export async function inDatabase<T>(dataDir: string, work: (db: DatabaseSync) => T): Promise<T> {
  const attempt = async (): Promise<{ value: T } | null> => {
    const db = new DatabaseSync(path.join(dataDir, 'house.sqlite'), { timeout: 0 });
    try {
      return { value: work(db) };
    } catch (error) {
      if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
      throw error;
    } finally {
      db.close();
    }
  };
  const done = await until(attempt, found => found !== null);
  return (done as { value: T }).value;
}
