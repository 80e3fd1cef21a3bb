import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import { compiledOnce } from '../engine/compiledOnce.ts';
import type { Db } from '../engine/database.ts';
import { engineOf } from '../engine/engine.ts';
import { codecOf } from '../tables/codec.ts';
import { OUTBOX, type OutboxRecord, type Tables } from '../tables/tables.ts';
import { HELD_MS } from './connectionLeases.ts';
import { GIVEN_UP } from './givenUp.ts';

const codec = codecOf(OUTBOX);

/** An id that no row has. It is added to lists of ids, because an empty list is invalid SQL. */
const NO_ROW_ID = 0;

interface WorkerOptions {
  now: Date;
  /** Id of the process that runs the jobs. */
  processId: string;
}

interface ClaimOptions extends Omit<WorkerOptions, 'processId'> {
  leaseMs: number;
  limit: number;
  except?: readonly number[];
  processId?: string;
}

interface Here {
  processId: string;
  /**
   * A lease is valid if its last renewal is within this period. A later renewal was written before the clock was set back,
   * perhaps by a process that has died.
   */
  seenSince: number;
  seenUntil: number;
}

/**
 * Selects jobs that this process may run. A job for a station belongs to the process that holds the station's socket. If no
 * process holds the socket, any process may run the job, and its outcome then stays unknown.
 */
const isDoneHere =
  ({ seenSince, seenUntil, processId }: Here) =>
  (eb: ExpressionBuilder<Tables, 'outbox'>) =>
    eb.not(
      eb.exists(
        eb
          .selectFrom('connection_leases')
          .select('station_id')
          .whereRef('station_id', '=', 'outbox.station')
          .where('process_id', '!=', processId)
          .where('seen_at', '>=', seenSince)
          .where('seen_at', '<=', seenUntil),
      ),
    );

/** Makes all waiting jobs for a station due now. */
export async function hurryStation(db: Db, { station, now }: { station: string; now: Date }): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ not_before: now.getTime() })
    .where('station', '=', station)
    .where('done_at', 'is', null)
    .where('not_before', '>', now.getTime())
    .where('kind', 'in', ['start', 'stop', 'unlock'])
    .execute();
}

const whereAt = (now: Date, processId: string): Here => ({
  processId,
  seenSince: now.getTime() - HELD_MS,
  seenUntil: now.getTime() + HELD_MS,
});

interface Claim extends Here {
  time: number;
  claimId: string;
  until: number;
  limit: number;
  /** Ids of jobs to leave out. Never empty, because an empty list is invalid SQL. */
  except: readonly number[];
}

const claim = compiledOnce((db, { time, claimId, until, limit, except, ...here }: Claim) => {
  const due = db
    .selectFrom('outbox')
    .select('id')
    .where('done_at', 'is', null)
    .where('not_before', '<=', time)
    .where('id', 'not in', except)
    .where(eb => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<', time)]))
    .where(isDoneHere(here))
    .orderBy('not_before')
    .limit(limit);
  // Materialized, because PostgreSQL might otherwise run the subquery several times and claim more rows than `limit`.
  return db
    .with(
      cte => cte('due').materialized(),
      () => (engineOf(db) === 'postgres' ? due.forUpdate().skipLocked() : due),
    )
    .updateTable('outbox')
    .set({ claim_id: claimId, claimed_until: until })
    .where('id', 'in', eb => eb.selectFrom('due').select('id'))
    .returningAll();
});

/**
 * Claims due jobs with a lease. If the worker dies, another worker can claim them after the lease has expired. `except` contains
 * the jobs that this worker is still running.
 */
export async function claimDue(
  db: Db,
  { now, leaseMs, limit, except = [], processId = '' }: ClaimOptions,
): Promise<OutboxRecord[]> {
  const time = now.getTime();
  const { rows } = await claim(db, {
    time,
    ...whereAt(now, processId),
    claimId: randomUUID(),
    until: time + leaseMs,
    limit,
    except: [NO_ROW_ID, ...except],
  });
  return rows.map(codec.decode);
}

const end = compiledOnce((db, { id, claimId, at }: { id: number; claimId: string | null; at: number }) =>
  db
    .updateTable('outbox')
    .set({ done_at: at, claim_id: null, claimed_until: null })
    .where('id', '=', id)
    .where('claim_id', '=', claimId),
);

/** Marks a job as done, if this worker still holds the claim. */
export async function finish(db: Db, job: OutboxRecord, now: Date): Promise<void> {
  await end(db, { id: job.id, claimId: job.claimId, at: now.getTime() });
}

/**
 * Postpones a job.
 * @returns false, without writing, if another worker has claimed the job meanwhile
 */
export async function postpone(db: Db, job: OutboxRecord, { until, reason }: { until: Date; reason: string }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ not_before: until.getTime(), attempts: job.attempts + 1, last_error: reason, claim_id: null, claimed_until: null })
    .where('id', '=', job.id)
    .where('claim_id', '=', job.claimId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Sets another due time for a job that has not failed. Does nothing if another worker has claimed the job meanwhile. */
export async function reschedule(db: Db, job: OutboxRecord, dueAt: Date): Promise<void> {
  const at = dueAt.getTime();
  await db
    .updateTable('outbox')
    .set({ not_before: at, first_due_at: at, claim_id: null, claimed_until: null })
    .where('id', '=', job.id)
    .where('claim_id', '=', job.claimId)
    .execute();
}

/**
 * Ends a job that can never succeed.
 * @returns false, without writing, if another worker has claimed the job meanwhile
 */
export async function giveUp(db: Db, job: OutboxRecord, { reason, now }: { reason: string; now: Date }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ done_at: now.getTime(), last_error: GIVEN_UP + reason, claim_id: null, claimed_until: null })
    .where('id', '=', job.id)
    .where('claim_id', '=', job.claimId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const firstDue = compiledOnce((db, { except, ...here }: Here & { except: readonly number[] }) => {
  const others = db.selectFrom('outbox').where('id', 'not in', except).where(isDoneHere(here)).limit(1);
  // Each query reads only the first entry of an index, so it is fast with any number of jobs. A finished job has no claim.
  const free = others.where('done_at', 'is', null).where('claimed_until', 'is', null).orderBy('not_before');
  const claimed = others.where('claimed_until', 'is not', null).orderBy('claimed_until');
  return db.selectNoFrom([free.select('not_before as at').as('free'), claimed.select('claimed_until as at').as('claimed')]);
});

/**
 * Returns the time at which the next job is due. A claimed job is due when its lease expires.
 * @returns null if no job waits
 */
export async function nextDue(
  db: Db,
  { except = [], ...where }: { except?: readonly number[] } & Partial<WorkerOptions> = {},
): Promise<Date | null> {
  const { now = new Date(0), processId = '' } = where;
  const { rows } = await firstDue(db, {
    ...whereAt(now, processId),
    except: [NO_ROW_ID, ...except],
  });
  const { free = null, claimed = null } = rows[0] ?? {};
  const times = [...(free === null ? [] : [Number(free)]), ...(claimed === null ? [] : [Number(claimed) + 1])];
  return times.length === 0 ? null : new Date(Math.min(...times));
}
