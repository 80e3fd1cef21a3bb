import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { createExclusiveRunner, type RunExclusively } from '../../../shared/util/runExclusive.ts';
import type { Tables } from '../tables/tables.ts';
import { engineOf } from './engine.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** Duration of a lease. The holder renews the lease. If the holder dies, other processes wait for its expiry. */
const HELD = sql`interval '15 seconds'`;
const RENEW_MS = 4000;
/** Longer than the lease of a dead process. */
const MAX_WAIT_MS = 20_000;
const MAX_PAUSE_MS = 100;

/**
 * Thrown when the lease has expired and another process may hold it, usually because this process was paused for too long. The
 * transaction is rolled back.
 */
class LeaseLost extends DatabaseUnavailable {
  override name = 'LeaseLost';
}

/** The leases in which the current work runs. */
const heldLeases = new AsyncLocalStorage<readonly Lease[]>();

/**
 * Checks the leases as the first statement of a transaction. Until the transaction ends, no other process can acquire them.
 * @throws LeaseLost (a DatabaseUnavailable) if another process holds one of them
 */
export async function assertLeaseHeld(trx: Transaction<Tables>): Promise<void> {
  for (const { key, holder, isOver } of heldLeases.getStore() ?? []) {
    // Work that was started within the lease, for example an enqueued job, may outlive it.
    if (isOver) continue;
    const { rows } = await sql`select from leases where key = ${key} and holder = ${holder} for share`.execute(trx);
    if (rows.length === 0)
      throw new LeaseLost('The lease has expired and another process holds it: the transaction was rolled back');
  }
}

/**
 * Runs a write that has no transaction of its own. Within a lease, the write gets a transaction, which fails if the lease was
 * lost.
 */
export function withLeaseHeld<T>(db: Kysely<Tables>, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  if (!heldLeases.getStore()?.some(({ isOver }) => !isOver)) return work(db);
  return db.transaction().execute(async trx => {
    await assertLeaseHeld(trx);
    return work(trx);
  });
}

/**
 * Serializes work with the same key among all processes on the database. No transaction or connection is held meanwhile, so
 * `work` may use the database freely. A paused process may lose its lease. Its transactions then fail. Nested leases must always
 * be acquired in the same order.
 * @param owner namespace of the keys
 * @throws DatabaseUnavailable if the lease could not be acquired within 20 s. The work was not started then
 */
export function createDistributedLock(db: Kysely<Tables>, owner: string): RunExclusively {
  const inThisProcess = createExclusiveRunner();
  if (engineOf(db) === 'sqlite') return inThisProcess;
  let isSwept = false;
  return (key, work) =>
    inThisProcess(key, async () => {
      if (!isSwept) await sql`delete from leases where until < clock_timestamp()`.execute(db);
      isSwept = true;
      const lease: Lease = { key: `${owner}:${key}`, holder: randomUUID(), isOver: false };
      await acquireLease(db, lease);
      // A failed renewal is ignored, because the next one may succeed.
      const renewal = setInterval(() => void renew(db, lease).catch(() => undefined), RENEW_MS).unref();
      try {
        return await heldLeases.run([...(heldLeases.getStore() ?? []), lease], work);
      } finally {
        lease.isOver = true;
        clearInterval(renewal);
        // The work is done, so a failure is ignored. The lease then expires.
        await giveBack(db, lease).catch(() => undefined);
      }
    });
}

interface Lease {
  key: string;
  holder: string;
  /** True when the work has ended. */
  isOver: boolean;
}

/** Acquires a lease. Times are those of the database's clock, which all processes share. */
async function acquireLease(db: Kysely<Tables>, { key, holder }: Lease): Promise<void> {
  const until = performance.now() + MAX_WAIT_MS;
  for (let pauseMs = 5; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    const { numAffectedRows = 0n } = await sql`insert into leases (key, holder, until)
      values (${key}, ${holder}, clock_timestamp() + ${HELD})
      on conflict (key) do update set holder = excluded.holder, until = excluded.until
      where leases.until < clock_timestamp()`.execute(db);
    if (numAffectedRows > 0n) return;
    if (performance.now() > until)
      throw new DatabaseUnavailable('The lease could not be acquired in time: another process holds it');
    await pause(pauseMs * (0.5 + Math.random()));
  }
}

const renew = (db: Kysely<Tables>, { key, holder }: Lease) =>
  sql`update leases set until = clock_timestamp() + ${HELD} where key = ${key} and holder = ${holder}`.execute(db);

const giveBack = (db: Kysely<Tables>, { key, holder }: Lease) =>
  sql`delete from leases where key = ${key} and holder = ${holder}`.execute(db);
