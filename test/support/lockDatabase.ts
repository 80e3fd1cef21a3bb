import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { until } from './until.ts';

/**
 * Locks the database file of an app as another program would.
 * @returns a function that releases the lock
 */
export async function lockDatabase(dataDir: string): Promise<() => void> {
  const other = new DatabaseSync(path.join(dataDir, 'house.sqlite'), { timeout: 0 });
  // An attempt never waits for the lock: an app in the same process may hold the lock, and could not release the lock during a
  // blocking call.
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
