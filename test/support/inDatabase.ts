import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { until } from './until.ts';

const SQLITE_BUSY = 5;

/**
 * Runs `work` on the SQLite file of an app in this process, and repeats it as long as the file is locked. It never waits for the
 * lock, because waiting would block this thread, and the app could not release the lock. The first statement of `work` must
 * write, so that a locked attempt has no effect.
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
