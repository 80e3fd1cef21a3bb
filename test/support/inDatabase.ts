import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { until } from './until.ts';

const SQLITE_BUSY = 5;

/**
 * Works on the database file of an app that runs in this process. No attempt waits for a lock: the app that holds the lock can give it
 * back only between two attempts, on the same thread. `work` is repeated until the database is free, so it begins with its first write.
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
