import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { createExclusiveRunner, type RunExclusively } from '../../../shared/util/runExclusive.ts';
import type { Tables } from '../tables/tables.ts';
import { engineOf } from './engine.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** Duration of a lease. Its holder renews it. If the holder dies, other processes must wait until the lease expires. */
const HELD = sql`interval '15 seconds'`;
const RENEW_MS = 4000;
/** Maximum wait for a lease. It is longer than `HELD`, so that the lease of a dead process expires first. */
const MAX_WAIT_MS = 20_000;
const MAX_PAUSE_MS = 100;

/**
 * Thrown if another process may hold the lease, because it has expired, usually while this process was paused. The transaction
 * is rolled back.
 */
class LeaseLost extends DatabaseUnavailable {
  override name = 'LeaseLost';
}

/** The leases that the current asynchronous context holds. */
const heldLeases = new AsyncLocalStorage<readonly Lease[]>();

/**
 * Checks that the current asynchronous context still holds its leases. As the first statement of a transaction, it also keeps
 * them from being lost until the transaction ends.
 * @throws LeaseLost (a DatabaseUnavailable) if another process holds one of them
 */
export async function assertLeaseHeld(trx: Transaction<Tables>): Promise<void> {
  for (const { key, holder, isOver } of heldLeases.getStore() ?? []) {
    // Work that outlives its lease, such as an enqueued job, no longer needs the lease.
    if (isOver) continue;
    const { rows } = await sql`select from leases where key = ${key} and holder = ${holder} for share`.execute(trx);
    if (rows.length === 0)
      throw new LeaseLost('The lease has expired and another process holds it: the transaction was rolled back');
  }
}

/**
 * Runs a write outside of a transaction. If the caller holds a lease, the write gets a transaction, which fails if the lease was
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
 * Creates a lock by key: only one process on the database at a time runs work with the same key. `work` may use the database
 * freely, because the lock occupies no transaction or connection. If a process is paused, it may lose its lease, and its
 * transactions then fail. Nested leases must always be acquired in the same order.
 * @param owner namespace of the keys
 * @throws DatabaseUnavailable if the lease could not be acquired within 20 s; the work has then not begun
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
      // A failed renewal is ignored, because the next one may succeed before the lease expires.
      const renewal = setInterval(() => void renew(db, lease).catch(() => undefined), RENEW_MS).unref();
      try {
        return await heldLeases.run([...(heldLeases.getStore() ?? []), lease], work);
      } finally {
        lease.isOver = true;
        clearInterval(renewal);
        // If this fails, the lease expires by itself.
        await giveBack(db, lease).catch(() => undefined);
      }
    });
}

interface Lease {
  key: string;
  holder: string;
  /** True once the work under the lease has ended. */
  isOver: boolean;
}

/** Acquires a lease. All times are from the database's clock, because the clocks of the processes may differ. */
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
