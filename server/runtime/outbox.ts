import { MINUTE_MS } from '../../shared/model/time.ts';
import { later } from '../core/records/instants.ts';
import { withCorrelation } from '../platform/correlation.ts';
import type { Isolation, Store, Trx } from '../store/engine/database.ts';
import { claimDue, finish, nextDue, postpone, reschedule } from '../store/jobs/jobClaims.ts';
import { claimWhatIsEnqueued, type OutboxRecord } from '../store/jobs/outboxRows.ts';
import type { OutboxKind } from '../store/tables/tables.ts';
import { raiseAlertOnce } from './alerts.ts';
import type { OperatorContext, Outcome } from './context.ts';

type Handler = (context: OperatorContext, row: OutboxRecord) => Promise<Outcome>;
/** What a worker is doing at the moment: jobs by the id of their row, and sweeps. */
export interface WorkInProgress {
  jobs: Map<number, Promise<void>>;
  /** Open transactions, which may start jobs when they commit. */
  transactions: Set<Promise<unknown>>;
  sweep: Promise<void> | null;
  /** The running sweep of payments. Null: none runs. */
  payments: Promise<void> | null;
  /** True while the worker queries the database for due jobs. */
  isLooking: boolean;
  /** Number of jobs that open transactions have claimed and that have not started yet. */
  claimed: number;
  /** True while the worker accepts new jobs. */
  isWorking: boolean;
}

export const createWorkInProgress = (): WorkInProgress => ({
  jobs: new Map(),
  transactions: new Set(),
  sweep: null,
  payments: null,
  isLooking: false,
  claimed: 0,
  isWorking: false,
});

export const isAtWork = ({ jobs, sweep, payments, isLooking }: WorkInProgress): boolean =>
  jobs.size > 0 || sweep !== null || payments !== null || isLooking;

export type Handlers = Readonly<Record<OutboxKind, Handler>>;

/** Maximum interval between two sweeps, and between two queries for due jobs. */
export const SWEEP_EVERY_MS = 5000;
export const LEASE_MS = 60_000;
/** Maximum number of concurrent jobs, because each takes memory. Another process can run the remaining jobs. */
const MAX_CONCURRENT_JOBS = 50;
export const MAX_BACKOFF_MS = 5 * MINUTE_MS;
/** Number of failed attempts after which an alert is raised: about a quarter of an hour with the waits of `nextTry`. */
const ALERT_AFTER_ATTEMPTS = 12;

/**
 * Starts all due jobs, up to the maximum number of concurrent jobs. Jobs run independently, so that a hanging call delays no
 * other driver.
 * @param jobEnded called when a job is completed. `wake` is not needed then, because it was already called for jobs that the
 * completed job enqueued
 * @returns the number of started jobs
 */
export async function startDueJobs(
  context: OperatorContext,
  handlers: Handlers,
  { inProgress, jobEnded }: Pick<StartJobsOptions, 'inProgress' | 'jobEnded'>,
): Promise<number> {
  const limit = roomFor(inProgress);
  if (limit === 0) return 0;
  const now = context.clock.now();
  const rows = await claimDue(context.store.db, {
    now,
    leaseMs: LEASE_MS,
    limit,
    except: [...inProgress.jobs.keys()],
    processId: context.processId,
  });
  beginJobs(context, handlers, { rows, inProgress, jobEnded });
  return rows.length;
}

/** Returns the due time of the next job that is not in progress. Null if there is none, or if the database fails. */
export const whenDue = ({ store, clock, processId }: OperatorContext, jobs: WorkInProgress['jobs']): Promise<Date | null> =>
  nextDue(store.db, { except: [...jobs.keys()], now: clock.now(), processId }).catch(() => null);

interface StartJobsOptions {
  /** Jobs that this process has claimed. */
  rows: readonly OutboxRecord[];
  inProgress: WorkInProgress;
  jobEnded: () => void;
}

function beginJobs(context: OperatorContext, handlers: Handlers, { rows, inProgress, jobEnded }: StartJobsOptions): void {
  for (const row of rows) {
    // If the database fails while the result of the job is stored, the job is claimed again after its lease has expired.
    const work = context.outages
      .watch('jobs', () => handleJob(context, handlers, row))
      .catch(() => {
        context.logEvent('job state not stored, retrying after lease expiry', { kind: row.kind, subject: row.subjectId });
        return false;
      })
      .then(isDone => {
        const wasFull = !hasRoom(inProgress);
        inProgress.jobs.delete(row.id);
        if (isDone && !wasFull) jobEnded();
        else context.wake();
      });
    inProgress.jobs.set(row.id, work);
  }
}

interface TransactOptions {
  /** A store without `transactAndBegin`, so that its transactions start no jobs. */
  store: Pick<Store, 'inTransaction'>;
  handlers: Handlers;
  inProgress: WorkInProgress;
  jobEnded: () => void;
}

/**
 * Runs `work` in a transaction. After the commit, starts the due jobs that `work` has enqueued. The same transaction claims
 * these jobs, so no query for due jobs is needed.
 */
export async function transactAndBegin<T>(
  context: OperatorContext,
  { store, handlers, inProgress, jobEnded }: TransactOptions,
  work: (trx: Trx) => Promise<T>,
  isolation?: Isolation,
): Promise<T> {
  const { transactions, isWorking } = inProgress;
  let claimed = 0;
  const claim = (): boolean => {
    if (!isWorking || !hasRoom(inProgress)) return false;
    inProgress.claimed++;
    claimed++;
    return true;
  };
  const claimOptions = { now: () => context.clock.now(), leaseMs: LEASE_MS, claim, soonMs: SWEEP_EVERY_MS };
  // `work` may run several times. Only the jobs of its last run are started.
  const transaction = store.inTransaction(async trx => {
    const enqueued = claimWhatIsEnqueued(trx, claimOptions);
    return { result: await work(trx), enqueued };
  }, isolation);
  transactions.add(transaction);
  try {
    const { result, enqueued } = await transaction;
    beginJobs(context, handlers, { rows: enqueued.claimed, inProgress, jobEnded });
    if (enqueued.isToCheck) context.wake();
    return result;
  } finally {
    transactions.delete(transaction);
    inProgress.claimed -= claimed;
    // Because this transaction claimed jobs, there may have been no room for the jobs of other transactions. The worker must
    // query for them now.
    if (claimed > 0 && roomFor(inProgress) <= claimed) context.wake();
  }
}

const roomFor = ({ jobs, claimed }: WorkInProgress): number => Math.max(0, MAX_CONCURRENT_JOBS - jobs.size - claimed);

export const hasRoom = (inProgress: WorkInProgress): boolean => roomFor(inProgress) > 0;

/**
 * Runs a claimed job. If it fails, schedules the next attempt.
 * @returns true if the job is completed
 * @throws only if the database fails
 */
export function handleJob(context: OperatorContext, handlers: Handlers, row: OutboxRecord): Promise<boolean> {
  const work = () => tryJob(context, handlers, row);
  return row.correlation === null ? work() : withCorrelation(row.correlation, work);
}

async function tryJob(context: OperatorContext, handlers: Handlers, row: OutboxRecord): Promise<boolean> {
  try {
    const outcome = await handlers[row.kind](context, row);
    if (typeof outcome !== 'string') {
      if ('dueAt' in outcome) {
        await reschedule(context.store.db, row, outcome.dueAt);
        return false;
      }
      await retry(context, row, outcome.retry, outcome.notBefore);
      return false;
    }
    if (outcome === 'done') await finish(context.store.db, row, context.clock.now());
    return true;
  } catch (error) {
    await retry(context, row, error instanceof Error ? error.name : 'error');
    return false;
  }
}

/** Schedules the next attempt of a failed job. From attempt `ALERT_AFTER_ATTEMPTS` on, an alert is raised as well. */
async function retry(context: OperatorContext, row: OutboxRecord, reason: string, until = nextTry(context, row)): Promise<void> {
  const { kind, subjectId } = row;
  const attempts = row.attempts + 1;
  const warn = context.warn ?? context.logEvent;
  warn('job failed, retrying', { kind, subject: subjectId, attempts, reason });
  const isOurs = await postpone(context.store.db, row, { until, reason });
  if (!isOurs || attempts < ALERT_AFTER_ATTEMPTS) return;
  // Each later attempt also raises this alert unless it exists, because the process may have died before the alert was raised.
  const what = { at: context.clock.now(), subjectId, why: `${kind} fails` as const, facts: { reason }, occasion: row.id };
  await context.store.inTransaction(trx => raiseAlertOnce(trx, what));
}

/**
 * Returns the time of the next attempt. The wait begins at a second, doubles each time up to five minutes, and is shortened at
 * random by up to a quarter.
 */
function nextTry(context: OperatorContext, { attempts }: OutboxRecord): Date {
  const wait = Math.min(1000 * 2 ** Math.min(attempts, 12), MAX_BACKOFF_MS);
  return later(context.clock.now(), wait * (0.75 + Math.random() / 4));
}
