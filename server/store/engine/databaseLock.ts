import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy, sqliteFailure } from './sqliteFailures.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** Maximum wait for the lock, because the previous process may still be shutting down. */
const LEAVING_MS = 1500;

/**
 * Prevents a second app process on one SQLite file, because locks, limits and live updates exist only in the memory of one
 * process. Commands of the command line do not take the lock. The lock is the operating system's lock on a small file beside the
 * database, so it ends even if the process crashes.
 * @throws DatabaseUnavailable if another process holds the lock
 */
export function lockDatabase(file: string): { release(): void } {
  if (file === ':memory:') return { release: () => undefined };
  mkdirSync(path.dirname(file), { recursive: true });
  let lock: DatabaseSync | null = null;
  try {
    lock = new DatabaseSync(`${file}.lock`, { timeout: LEAVING_MS });
    lock.exec('begin exclusive');
    const held = lock;
    return {
      release() {
        if (held.isOpen) held.close();
      },
    };
  } catch (error) {
    lock?.close();
    if (!isBusy(error)) throw sqliteFailure(error, `${file}.lock`);
    const advice = 'Only one may: for several processes use PostgreSQL (DATABASE_URL).';
    throw new DatabaseUnavailable(`The database ${file} is in use by another process of this app. ${advice}`, { cause: error });
  }
}
