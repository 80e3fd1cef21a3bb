import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy, sqliteFailure } from './sqliteFailures.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** A process that was just ended may take a moment to be gone. */
const LEAVING_MS = 1500;

/**
 * Keeps a second app away from a database file: it would keep turns, limits and live updates to itself, and know nothing of
 * the first one's. Commands beside the app take no such lock. It is a lock of the operating system, held through a small
 * file beside the database, so that it ends with this process however that ends, and none is left behind.
 * @throws DatabaseUnavailable when another app has it
 */
export function lockHouse(file: string): { release(): void } {
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
    throw new DatabaseUnavailable(`The database ${file} is in use by another process of this house. ${advice}`, { cause: error });
  }
}
