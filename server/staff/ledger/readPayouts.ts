import { DAY_MS, isoDay } from '../../../shared/model/time.ts';
import { later } from '../../core/records/instants.ts';
import type { OperatorContext, Outcome } from '../../runtime/context.ts';
import type { Trx } from '../../store/engine/database.ts';
import { enqueue, type OutboxRecord } from '../../store/jobs/outboxRows.ts';
import { listClients } from '../../store/shop/catalogue.ts';
import { findPayout, putPayout, putPayoutRow, sumUpPayout } from '../../store/staff/payoutWrites.ts';
import { matchPayout } from './matchPayout.ts';

/**
 * Imports the payouts of the payment provider by jobs: one job per page of payouts, and one per page of rows of a payout. The
 * transaction that stores a page also enqueues the job for the next page, so a crash loses nothing. Reading a page twice changes
 * nothing.
 */

type PayoutContext = Pick<OperatorContext, 'store' | 'payments' | 'clock' | 'wake'>;
type Job = Pick<OutboxRecord, 'subjectId' | 'n'>;

/** The payouts that one job reads: those of an account that arrive on or after `from` and before `to`. */
interface PayoutsQuery {
  account: string | null;
  /** 'YYYY-MM-DD', a date in UTC. */
  from: string;
  to: string;
  after: string | null;
}

/** Returns the subject id of a job in the outbox, for example 'acct_1 2026-11-01 2026-12-01 po_7'. */
const subjectOf = ({ account, from, to, after }: PayoutsQuery): string =>
  [account ?? '-', from, to, after ?? ''].join(' ').trim();

function readSubject(subject: string): PayoutsQuery {
  const [account = '-', from = '', to = '', after = null] = subject.split(' ');
  return { account: account === '-' ? null : account, from, to, after };
}

/**
 * Enqueues the import of payouts for every payment account. For the same dates and the same `n`, the import is enqueued only
 * once.
 */
export async function enqueuePayoutReads(
  trx: Trx,
  { n, now, ...span }: { from: string; to: string; n: number; now: Date },
): Promise<void> {
  const accounts = new Set((await listClients(trx)).map(({ paymentAccount }) => paymentAccount));
  for (const account of accounts)
    await enqueue(trx, { kind: 'read-payouts', subjectId: subjectOf({ account, after: null, ...span }), n, at: now });
}

export async function handleReadPayouts({ store, payments, clock, wake }: PayoutContext, job: Job): Promise<Outcome> {
  const query = readSubject(job.subjectId);
  const { items, next } = await payments.listPayouts({ ...query, from: new Date(query.from), to: new Date(query.to) });
  const now = clock.now();
  await store.inTransaction(async trx => {
    for (const payout of items) {
      const { wholeAt } = await putPayout(trx, { payout, account: query.account, now });
      if (wholeAt === null) await enqueue(trx, { kind: 'read-payout-rows', subjectId: payout.id, n: job.n, at: now });
    }
    if (next !== null)
      await enqueue(trx, { kind: 'read-payouts', subjectId: subjectOf({ ...query, after: next }), n: job.n, at: now });
  });
  wake();
  return 'done';
}

export async function handleReadPayoutRows({ store, payments, clock, wake }: PayoutContext, job: Job): Promise<Outcome> {
  const [payoutId = '', after = null] = job.subjectId.split(' ');
  const payout = await findPayout(store.db, payoutId);
  if (!payout || payout.wholeAt !== null) return 'done';
  const { items, next } = await payments.listPayoutRows({ account: payout.account, payoutId, after });
  const now = clock.now();
  await store.inTransaction(async trx => {
    for (const row of items) await putPayoutRow(trx, payoutId, row);
    if (next !== null) await enqueue(trx, { kind: 'read-payout-rows', subjectId: `${payoutId} ${next}`, n: job.n, at: now });
  });
  if (next !== null) {
    wake();
    return 'done';
  }
  await matchPayout(store, payoutId, now);
  await store.inTransaction(trx => sumUpPayout(trx, payoutId, now));
  return 'done';
}

/** A payout can be returned by the bank within five working days, so it is read again for two weeks. */
const LOOKBACK_MS = 14 * DAY_MS;
/** Value of `n` for the nightly import. For an import that a person requests, `n` is the current minute. */
const NIGHTLY = 1;

/**
 * Returns a function that enqueues an import of the last two weeks once a day. Further calls on the same day have no effect,
 * even in another process, because the outbox ignores a job that was already enqueued.
 */
export function createPayoutReader({ store, clock, wake }: OperatorContext): () => Promise<void> {
  let done: string | null = null;
  return async () => {
    const now = clock.now();
    const to = isoDay(later(now, DAY_MS));
    if (done === to) return;
    await store.inTransaction(trx => enqueuePayoutReads(trx, { from: isoDay(later(now, -LOOKBACK_MS)), to, n: NIGHTLY, now }));
    done = to;
    wake();
  };
}
