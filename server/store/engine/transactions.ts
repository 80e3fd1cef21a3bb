import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { createExclusiveRunner } from '../../../shared/util/runExclusive.ts';
import type { Tables } from '../tables/tables.ts';
import type { Isolation } from './database.ts';
import { assertLeaseHeld } from './distributedLock.ts';
import { engineOf } from './engine.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/**
 * SQLSTATE serialization_failure and deadlock_detected. The transaction was rolled back, and a retry may succeed (PostgreSQL
 * manual, 13.5).
 */
const UNDONE: readonly unknown[] = ['40001', '40P01'];
/** With the pauses, the retries take about five seconds, like the wait of an SQLite write for another process. */
const MAX_ATTEMPTS = 60;
const MAX_PAUSE_MS = 150;

/** Runs retries one at a time, because transactions that have conflicted would conflict again. */
const again = createExclusiveRunner();

/** Running transactions at isolation level read committed. */
const readCommitted = new WeakSet<object>();

class NeedsSerializable extends Error {}

/**
 * Ensures that the transaction is serializable. Work must call this if its result depends on rows whose versions it does not
 * check.
 * @throws NeedsSerializable in a read committed transaction, which is then rolled back and repeated as a serializable one
 */
export function requireSerializable(trx: object): void {
  if (readCommitted.has(trx)) throw new NeedsSerializable();
}

/**
 * Runs `work` in a serializable transaction. SQLite runs one writing transaction at a time. PostgreSQL runs several and rolls
 * back those that conflict; `work` then runs again, so it must have no effects outside of `trx`.
 * @param isolation 'read committed': the first attempt does not detect conflicts, see `requireSerializable`
 * @throws DatabaseUnavailable after 60 conflicts
 */
export async function transact<T>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
  isolation: Isolation = 'serializable',
): Promise<T> {
  if (engineOf(db) === 'sqlite') return db.transaction().execute(work);
  const attempt = (level: Isolation = 'serializable') =>
    db
      .transaction()
      .setIsolationLevel(level)
      .execute(async trx => {
        if (level === 'read committed') readCommitted.add(trx);
        await assertLeaseHeld(trx);
        return work(trx);
      });
  if (isolation === 'read committed')
    try {
      return await attempt(isolation);
    } catch (error) {
      if (!(error instanceof NeedsSerializable || isUndone(error))) throw error;
    }
  for (let tries = 1; ; tries++) {
    try {
      return await (tries === 1 ? attempt() : again('', () => attempt()));
    } catch (error) {
      if (!isUndone(error)) throw error;
      if (tries === MAX_ATTEMPTS)
        throw new DatabaseUnavailable('The transaction failed after repeated serialization conflicts', { cause: error });
      await pause(Math.random() * Math.min(2 ** tries, MAX_PAUSE_MS));
    }
  }
}

const isUndone = (error: unknown): boolean => error instanceof DatabaseUnavailable && UNDONE.includes(codeOf(error.cause));

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);
