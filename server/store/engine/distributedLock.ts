import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { createExclusiveRunner, type RunExclusively } from '../../../shared/util/runExclusive.ts';
import type { Tables } from '../tables/tables.ts';
import { engineOf } from './engine.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** Whoever works renews its turn; of a process that has ended, others wait for this to pass. */
const HELD = sql`interval '15 seconds'`;
const RENEW_MS = 4000;
/** Longer than a turn of a dead process lasts. */
const MAX_WAIT_MS = 20_000;
const MAX_PAUSE_MS = 100;

/** Another process has the turn by now: this one stood still for too long. What it was about to write is not written. */
class LeaseLost extends DatabaseUnavailable {
  override name = 'TurnLost';
}

/** The turns that what is being done was begun in. */
const heldLeases = new AsyncLocalStorage<readonly Lease[]>();

/**
 * For the first statement of a transaction: until it ends, nobody else gets a turn that it is done in.
 * @throws TurnLost where somebody else has it already
 */
export async function assertLeaseHeld(trx: Transaction<Tables>): Promise<void> {
  for (const { key, holder, isOver } of heldLeases.getStore() ?? []) {
    // What was begun in it may go on afterwards, as a job that was enqueued.
    if (isOver) continue;
    const { rows } = await sql`select from turns where key = ${key} and holder = ${holder} for share`.execute(trx);
    if (rows.length === 0)
      throw new LeaseLost('The lease has expired and another process holds it: the transaction was rolled back');
  }
}

/** What writes without a transaction of its own: in a turn it gets one, which fails where the turn was lost. */
export function withLeaseHeld<T>(db: Kysely<Tables>, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  if (!heldLeases.getStore()?.some(({ isOver }) => !isOver)) return work(db);
  return db.transaction().execute(async trx => {
    await assertLeaseHeld(trx);
    return work(trx);
  });
}

/**
 * Runs work with the same key one after the other, in all processes that share the database. Work may use the database as it
 * likes: no transaction and no connection is held meanwhile. A process that stands still may lose its turn: its transactions fail
 * then. Turns within a turn must always be taken in the same order.
 * @param owner whose keys these are
 * @throws DatabaseUnavailable when others have not come to an end in 20 s; the work was not begun then
 */
export function createDistributedLock(db: Kysely<Tables>, owner: string): RunExclusively {
  const inThisProcess = createExclusiveRunner();
  if (engineOf(db) === 'sqlite') return inThisProcess;
  let isSwept = false;
  return (key, work) =>
    inThisProcess(key, async () => {
      if (!isSwept) await sql`delete from turns where until < clock_timestamp()`.execute(db);
      isSwept = true;
      const lease: Lease = { key: `${owner}:${key}`, holder: randomUUID(), isOver: false };
      await acquireLease(db, lease);
      // Should it fail, the next one may reach the database.
      const renewal = setInterval(() => void renew(db, lease).catch(() => undefined), RENEW_MS).unref();
      try {
        return await heldLeases.run([...(heldLeases.getStore() ?? []), lease], work);
      } finally {
        lease.isOver = true;
        clearInterval(renewal);
        // What was done stays done: a turn that cannot be given back ends by itself.
        await giveBack(db, lease).catch(() => undefined);
      }
    });
}

interface Lease {
  key: string;
  holder: string;
  /** Its work has ended. */
  isOver: boolean;
}

/** By the clock of the database, which all processes share. */
async function acquireLease(db: Kysely<Tables>, { key, holder }: Lease): Promise<void> {
  const until = performance.now() + MAX_WAIT_MS;
  for (let pauseMs = 5; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    const { numAffectedRows = 0n } = await sql`insert into turns (key, holder, until)
      values (${key}, ${holder}, clock_timestamp() + ${HELD})
      on conflict (key) do update set holder = excluded.holder, until = excluded.until
      where turns.until < clock_timestamp()`.execute(db);
    if (numAffectedRows > 0n) return;
    if (performance.now() > until)
      throw new DatabaseUnavailable('The lease could not be acquired in time: another process holds it');
    await pause(pauseMs * (0.5 + Math.random()));
  }
}

const renew = (db: Kysely<Tables>, { key, holder }: Lease) =>
  sql`update turns set until = clock_timestamp() + ${HELD} where key = ${key} and holder = ${holder}`.execute(db);

const giveBack = (db: Kysely<Tables>, { key, holder }: Lease) =>
  sql`delete from turns where key = ${key} and holder = ${holder}`.execute(db);
