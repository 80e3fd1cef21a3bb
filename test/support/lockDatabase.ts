import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { until } from './until.ts';

/**
 * Locks the SQLite file of an app, as another program would.
 * @returns a function that releases the lock
 */
export async function lockDatabase(dataDir: string): Promise<() => void> {
  const other = new DatabaseSync(path.join(dataDir, 'house.sqlite'), { timeout: 0 });
  // Never waits for the lock, because waiting would block this thread, and an app in this process could not release the lock.
  const lock = async () => {
    try {
      other.exec('begin immediate');
      return true;
    } catch {
      return false;
    }
  };
  await until(lock, isLocked => isLocked);
  return () => {
    if (other.isOpen) other.close();
  };
}
