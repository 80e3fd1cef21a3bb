import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy, sqliteFailure } from './sqliteFailures.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** How long a process that is shutting down may still hold the lock. */
const LEAVING_MS = 1500;

/**
 * Prevents a second app process on the same SQLite file, because locks by key, limits and live updates exist only in the memory
 * of one process. Commands take no lock. The operating system locks a small file beside the database, so the lock ends with its
 * process in any case.
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
