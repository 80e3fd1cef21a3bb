import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { until } from './until.ts';

/** Locks the database file of an app as another program would; answers what lets go of it. */
export async function lockDatabase(dataDir: string): Promise<() => void> {
  const other = new DatabaseSync(path.join(dataDir, 'house.sqlite'), { timeout: 0 });
  // Not by waiting in the call: an app in the same process may hold the file, and could not let go of it.
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
