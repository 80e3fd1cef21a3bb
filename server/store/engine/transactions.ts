import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { createExclusiveRunner } from '../../../shared/util/runExclusive.ts';
import type { Tables } from '../tables/tables.ts';
import { assertLeaseHeld } from './distributedLock.ts';
import { engineOf } from './engine.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** serialization_failure and deadlock_detected: all of it was undone, and the same work may succeed now (PostgreSQL, 13.5). */
const UNDONE: readonly unknown[] = ['40001', '40P01'];
/** unique_violation: another has written the same row meanwhile. */
const THERE_ALREADY = '23505';
/** Some five seconds of trying, as long as we wait for another writer of SQLite. */
const MAX_ATTEMPTS = 60;
const MAX_PAUSE_MS = 150;

/** Retries run one at a time, or the same transactions would conflict again. */
const again = createExclusiveRunner();

/**
 * Runs `work` in a serializable transaction. SQLite has one writer at a time. PostgreSQL lets many write and rolls back those
 * whose result depends on the order; such work runs again, so it must change nothing but its `trx`.
 */
export async function transact<T>(db: Kysely<Tables>, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  if (engineOf(db) === 'sqlite') return db.transaction().execute(work);
  const attempt = () =>
    db
      .transaction()
      .setIsolationLevel('serializable')
      .execute(async trx => {
        await assertLeaseHeld(trx);
        return work(trx);
      });
  for (let tries = 1; ; tries++) {
    try {
      return await (tries === 1 ? attempt() : again('', attempt));
    } catch (error) {
      if (!isUndone(error)) throw error;
      if (tries === MAX_ATTEMPTS)
        throw new DatabaseUnavailable('The transaction failed after repeated serialization conflicts', { cause: error });
      await pause(Math.random() * Math.min(2 ** tries, MAX_PAUSE_MS));
    }
  }
}

/** What a statement without a transaction answers. Null: others were in its way, all of it was undone, and a transaction may succeed. */
export async function unlessUndone<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (isUndone(error) || codeOf(error) === THERE_ALREADY) return null;
    throw error;
  }
}

const isUndone = (error: unknown): boolean => error instanceof DatabaseUnavailable && UNDONE.includes(codeOf(error.cause));

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);
