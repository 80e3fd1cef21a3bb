import { MINUTE_MS } from '../../shared/model/time.ts';
import { later } from '../core/records/instants.ts';
import { withCorrelation } from '../platform/correlation.ts';
import type { Isolation, Store, Trx } from '../store/engine/database.ts';
import { claimDue, finish, nextDue, postpone } from '../store/jobs/claims.ts';
import { claimWhatIsEnqueued, type OutboxRecord } from '../store/jobs/outboxRows.ts';
import type { OutboxKind } from '../store/tables/tables.ts';
import { raiseAlertOnce } from './alerts.ts';
import type { OperatorContext, Outcome } from './context.ts';

type Handler = (context: OperatorContext, row: OutboxRecord) => Promise<Outcome>;
/** What a worker is doing at this moment: jobs by the number of their row, and a sweep. */
export interface WorkInProgress {
  jobs: Map<number, Promise<void>>;
  /** Transactions that may still begin a job. */
  transactions: Set<Promise<unknown>>;
  sweep: Promise<void> | null;
  /** Being looked at. */
  payments: Promise<void> | null;
  /** Whether it asks the database which jobs are due. */
  isLooking: boolean;
  /** Jobs that these transactions have claimed and not begun. */
  claimed: number;
  /** Whether it takes on more. */
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

/** What does each kind of job. */
export type Handlers = Readonly<Record<OutboxKind, Handler>>;

/** The worker looks at least so often for what is due. */
export const SWEEP_EVERY_MS = 5000;
export const LEASE_MS = 60_000;
/** At most so many at once: each takes memory, and another process may do the others sooner. */
const MAX_CONCURRENT_JOBS = 50;
export const MAX_BACKOFF_MS = 5 * MINUTE_MS;
/** About half an hour of trying. */
const ATTENTION_AFTER = 12;

/**
 * Starts every job that is due, each independently: a call that hangs delays no other driver. While too many are under way, no
 * more are started. Resolves with how many were started.
 * @param ask.jobEnded called instead of `wake` for a job that is done: whatever it has enqueued was waked for
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

/** When the next job falls due that is not under way; null: none, or the database does not say. */
export const whenDue = ({ store, clock, processId }: OperatorContext, jobs: WorkInProgress['jobs']): Promise<Date | null> =>
  nextDue(store.db, { except: [...jobs.keys()], now: clock.now(), processId }).catch(() => null);

interface StartJobsOptions {
  /** Claimed for this process. */
  rows: readonly OutboxRecord[];
  inProgress: WorkInProgress;
  jobEnded: () => void;
}

function beginJobs(context: OperatorContext, handlers: Handlers, { rows, inProgress, jobEnded }: StartJobsOptions): void {
  for (const row of rows) {
    // The database itself may fail here: the job is then claimed again when its lease is over.
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
  /** As it is without a worker. */
  store: Pick<Store, 'inTransaction'>;
  handlers: Handlers;
  inProgress: WorkInProgress;
  jobEnded: () => void;
}

/** Runs a transaction. The due jobs that it enqueues are claimed with it and begun when it is over: nobody looks for them. */
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
  // Of a transaction that was undone and done again, only the last time counts.
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
    // Others may have found no room, for jobs that were not begun after all.
    if (claimed > 0 && roomFor(inProgress) <= claimed) context.wake();
  }
}

const roomFor = ({ jobs, claimed }: WorkInProgress): number => Math.max(0, MAX_CONCURRENT_JOBS - jobs.size - claimed);

export const hasRoom = (inProgress: WorkInProgress): boolean => roomFor(inProgress) > 0;

/** Does one claimed job, or postpones it; answers whether it is done. @throws only where the database fails */
export function handleJob(context: OperatorContext, handlers: Handlers, row: OutboxRecord): Promise<boolean> {
  const work = () => tryJob(context, handlers, row);
  return row.correlation === null ? work() : withCorrelation(row.correlation, work);
}

async function tryJob(context: OperatorContext, handlers: Handlers, row: OutboxRecord): Promise<boolean> {
  try {
    const outcome = await handlers[row.kind](context, row);
    if (typeof outcome !== 'string') {
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

/** A job that keeps failing raises an alert, and goes on being tried. */
async function retry(context: OperatorContext, row: OutboxRecord, reason: string, until = nextTry(context, row)): Promise<void> {
  const { kind, subjectId } = row;
  const attempts = row.attempts + 1;
  const warn = context.warn ?? context.logEvent;
  warn('job failed, retrying', { kind, subject: subjectId, attempts, reason });
  const isOurs = await postpone(context.store.db, row, { until, reason });
  if (!isOurs || attempts < ATTENTION_AFTER) return;
  // At every try from then on: the process that was to raise it may have died before.
  const what = { at: context.clock.now(), subjectId, why: `${kind} fails` as const, facts: { reason }, occasion: row.id };
  await context.store.inTransaction(trx => raiseAlertOnce(trx, what));
}

/** One second, then twice as long each time, up to five minutes, with jitter. */
function nextTry(context: OperatorContext, { attempts }: OutboxRecord): Date {
  const wait = Math.min(1000 * 2 ** Math.min(attempts, 12), MAX_BACKOFF_MS);
  return later(context.clock.now(), wait * (0.75 + Math.random() / 4));
}
