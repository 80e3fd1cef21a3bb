import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy, sqliteFailure } from './sqliteFailures.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** A process that was just told to end may take a moment. */
const LEAVING_MS = 1500;

/**
 * Keeps a second app away from a database file: locks by key, limits and live updates are in the memory of one process.
 * Commands beside the app take no such lock. It is a lock of the operating system on a small file beside the database, so it
 * ends with this process however that ends, and none is left behind.
 * @throws DatabaseUnavailable when another app has it
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
