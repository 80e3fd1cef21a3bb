import { randomUUID } from 'node:crypto';
import { correlationId } from '../../platform/correlation.ts';
import { compiledOnce } from '../engine/compiledOnce.ts';
import type { Db, Trx } from '../engine/database.ts';
import { engineOf } from '../engine/engine.ts';
import { codecOf } from '../tables/codec.ts';
import { OUTBOX, type OutboxKind, type OutboxRecord } from '../tables/tables.ts';
import { isGivenUp } from './givenUp.ts';

export type { OutboxRecord } from '../tables/tables.ts';

const codec = codecOf(OUTBOX);

/** A job to enqueue, with its due time. */
export interface Job {
  kind: OutboxKind;
  subjectId: string;
  n?: number;
  at: Date;
  /** The station whose socket the job needs. Absent or null: any process may run the job. */
  station?: string | null;
}

/** The jobs that a transaction has enqueued, as far as the worker of this process needs to know them. */
export interface Enqueued {
  /** Due jobs that were claimed as they were enqueued. The worker starts them after the commit. */
  claimed: OutboxRecord[];
  /** True if the worker must query for due jobs after the commit. */
  isToCheck: boolean;
}

interface Claiming {
  /** Returns the current time of the app's clock. */
  now(): Date;
  leaseMs: number;
  /** Reserves a free slot of the worker for one job. Returns false if the worker has none. */
  claim(): boolean;
  /** A job that is due later than this needs no wake-up, because the worker's regular query finds it in time. */
  soonMs: number;
}

const claiming = new WeakMap<Db, Claiming & { claimId: string; enqueued: Enqueued }>();

/**
 * Lets `enqueue` in this transaction claim due jobs as it writes them, which saves the worker a query. Jobs that only one
 * process may run are not claimed. If this process dies before it starts a job, another process claims the job when the lease
 * expires.
 */
export function claimWhatIsEnqueued(trx: Trx, request: Claiming): Enqueued {
  const enqueued: Enqueued = { claimed: [], isToCheck: false };
  claiming.set(trx, { ...request, claimId: randomUUID(), enqueued });
  return enqueued;
}

/** Enqueues a job in the caller's transaction. If a job with the same kind, subject and n exists, nothing is written. */
export const enqueue = (db: Db, job: Job): Promise<void> => enqueueAll(db, [job]);

interface NewRow {
  kind: OutboxKind;
  subject_id: string;
  n: number;
  not_before: number;
  first_due_at: number;
  attempts: number;
  station: string | null;
  correlation: string | null;
  claim_id: string | null;
  claimed_until: number | null;
}

const insert = compiledOnce((db, { rows }: { rows: readonly NewRow[] }) =>
  db
    .insertInto('outbox')
    .values(rows)
    .onConflict(conflict => conflict.columns(['kind', 'subject_id', 'n']).doNothing())
    .returningAll(),
);

/** Enqueues several jobs in one statement: all or none, even outside a transaction. */
export async function enqueueAll(db: Db, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  const claim = claiming.get(db);
  const nowMs = claim?.now().getTime() ?? 0;
  const claimOf = ({ at, station = null }: Job) =>
    claim && at.getTime() <= nowMs && (station === null || engineOf(db) === 'sqlite') && claim.claim()
      ? { claim_id: claim.claimId, claimed_until: nowMs + claim.leaseMs }
      : { claim_id: null, claimed_until: null };
  const rows = jobs.map(job => rowOf(job, claimOf(job)));
  const added = (await insert(db, { rows })).rows;
  if (!claim) return;
  for (const row of added) {
    if (row.claim_id === claim.claimId) claim.enqueued.claimed.push(codec.decode(row));
    else if (row.not_before <= nowMs + claim.soonMs) claim.enqueued.isToCheck = true;
  }
}

function rowOf({ kind, subjectId, n = 1, at, station = null }: Job, claim: Pick<NewRow, 'claim_id' | 'claimed_until'>): NewRow {
  return {
    kind,
    subject_id: subjectId,
    n,
    not_before: at.getTime(),
    first_due_at: at.getTime(),
    attempts: 0,
    station,
    correlation: correlationId() ?? null,
    ...claim,
  };
}

/** Deletes the open jobs of these kinds for one subject, except those that a worker has claimed. */
export async function removeWaiting(trx: Trx, kinds: readonly OutboxKind[], subjectId: string): Promise<void> {
  await trx
    .deleteFrom('outbox')
    .where('kind', 'in', kinds)
    .where('subject_id', '=', subjectId)
    .where('done_at', 'is', null)
    .where('claimed_until', 'is', null)
    .execute();
}

/** Lists the subjects of the open jobs of one kind. */
export async function listWaiting(db: Db, kind: OutboxKind): Promise<readonly string[]> {
  const rows = await db.selectFrom('outbox').select('subject_id').where('done_at', 'is', null).where('kind', '=', kind).execute();
  return rows.map(({ subject_id }) => subject_id);
}

/**
 * Lists all jobs of one kind for one subject, in the order of n. `isGivenUp`: the job was ended because it could never succeed.
 */
export async function listEnqueued(
  db: Db,
  { kind, subjectId }: { kind: OutboxKind; subjectId: string },
): Promise<readonly { n: number; isDone: boolean; isGivenUp: boolean }[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['n', 'done_at', 'last_error'])
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .orderBy('n')
    .execute();
  return rows.map(({ n, done_at, last_error }) => ({
    n,
    isDone: done_at !== null,
    isGivenUp: isGivenUp({ doneAt: done_at, lastError: last_error }),
  }));
}
