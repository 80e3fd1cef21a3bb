import { MINUTE_MS } from '../../shared/model/time.ts';
import { earliest, isSameInstant, later } from '../core/records/instants.ts';
import { raiseAlertOnce } from '../runtime/alerts.ts';
import type { OperatorContext } from '../runtime/context.ts';
import {
  type Handlers,
  hasRoom,
  isAtWork,
  SWEEP_EVERY_MS,
  startDueJobs,
  type WorkInProgress,
  whenDue,
} from '../runtime/outbox.ts';
import type { WorkSignal } from '../runtime/wake.ts';
import { addressOf } from '../shop/catalogue/stationAddress.ts';
import { applyHold, syncPayment } from '../shop/payments/holds.ts';
import { checkReview } from '../shop/sessions/billing/reviewCdr.ts';
import { isPriceFault } from '../shop/sessions/cost/prices.ts';
import { isOverdue } from '../shop/sessions/lifecycle/overdue.ts';
import { stopWhileSilent } from '../shop/sessions/limits/enforceLimit.ts';
import { noteUnpriced, stopUnlessPriced } from '../shop/sessions/limits/stopUnpriced.ts';
import { applyReport } from '../shop/sessions/reports/reports.ts';
import type { Db } from '../store/engine/database.ts';
import { DatabaseUnavailable } from '../store/engine/unavailable.ts';
import type { AuditFacts } from '../store/jobs/audit.ts';
import { createKeyValueStore } from '../store/jobs/keyValueStore.ts';
import { claimPaymentCheck, findPayment, listDuePayments, type PaymentRecord, updatePayment } from '../store/shop/payments.ts';
import { latestReading } from '../store/shop/readings.ts';
import { claimSessionCheck, findSession, listDueSessions, type SessionRecord } from '../store/shop/sessions.ts';
import { nextPaymentCheck, UNSHOWN_UNTIL_MS } from './paymentChecks.ts';
import { createMaintenanceTasks } from './timers.ts';

const MAX_BATCH = 100;
/** Maximum number of batches of sessions per sweep. While a session with a silent station waits, its cost may exceed the hold. */
const MAX_ROUNDS = 10;

// A sweep repeats checks of payments and sessions, because a response may have been lost. A check is due at `nextCheckAt`.

/** Checks one batch of payments per sweep, because payment providers limit the rate of requests. */
async function sweepPayments(context: OperatorContext): Promise<void> {
  const payments = await listDuePayments(context.store.db, { now: context.clock.now(), limit: MAX_BATCH });
  await Promise.all(payments.map(each => guarded(context, () => checkPayment(context, each), { payment: each.id })));
}

async function sweepSessions(context: OperatorContext, signal: AbortSignal): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const sessions = await listDueSessions(context.store.db, { now: context.clock.now(), limit: MAX_BATCH });
    await Promise.all(sessions.map(each => guarded(context, () => checkDueSession(context, each), { session: each.id })));
    if (sessions.length < MAX_BATCH || signal.aborted) return;
  }
}

/** @param about fields that identify `work` in the log if it fails */
async function guarded(context: OperatorContext, work: () => Promise<void>, about: AuditFacts = {}): Promise<void> {
  try {
    await work();
  } catch (error) {
    // A database outage was already logged when it began.
    if (context.outages.list().length > 0 && error instanceof DatabaseUnavailable) return;
    context.logEvent('scheduled check failed, retrying', { ...about, reason: error instanceof Error ? error.name : 'error' });
  }
}

/** Checks whether the database accepts writes again. A process that is not ready may receive no request that would show this. */
async function tryDatabase({ store, outages, clock }: OperatorContext): Promise<void> {
  if (outages.list().length === 0) return;
  await store.inTransaction(trx => createKeyValueStore(trx, 'outages').put('tried', clock.now().toISOString()));
  outages.endAll();
}

/** Reads the state of a due payment from the payment provider and schedules the next check. */
export async function checkPayment(context: OperatorContext, payment: PaymentRecord): Promise<void> {
  const { db } = context.store;
  const now = context.clock.now();
  const at = nextPaymentCheck(payment, now);
  // The next check is scheduled first, even if this one is the last. If this process dies, another one then repeats the check.
  const next = at ?? later(now, 2 * MINUTE_MS);
  if (!(await claimPaymentCheck(db, payment, next))) return;
  try {
    await readPayment(context, payment);
  } catch (error) {
    await retryPaymentCheck(context, payment, { at: next, isLast: at === null });
    throw error;
  }
  if (at === null) await claimPaymentCheck(db, { ...payment, nextCheckAt: next }, null);
}

async function readPayment(context: OperatorContext, payment: PaymentRecord): Promise<void> {
  if (payment.ref !== null) await syncPayment(context, payment);
  // The app never received the page's URL, so no driver has seen the page. Once it has expired, nobody can pay there.
  else if (later(payment.expiresAt, UNSHOWN_UNTIL_MS) <= context.clock.now()) await applyHold(context, payment, 'never shown');
}

/** Schedules a failed check again within a minute. If it was the last check of the payment, raises an alert. */
function retryPaymentCheck(
  { store, clock }: OperatorContext,
  { id }: PaymentRecord,
  { at, isLast }: { at: Date; isLast: boolean },
): Promise<void> {
  const now = clock.now();
  return store.inTransaction(async trx => {
    const payment = await findPayment(trx, id);
    if (payment && isSameInstant(payment.nextCheckAt, at))
      await updatePayment(trx, payment, { nextCheckAt: earliest(at, later(now, MINUTE_MS)) });
    if (isLast) await raiseAlertOnce(trx, { at: now, subjectId: id, why: 'the provider cannot say what became of a payment' });
  });
}

/** Reads the station of a due session and schedules the next check. */
export async function checkDueSession(context: OperatorContext, session: SessionRecord): Promise<void> {
  if (session.review) return checkReview(context, session);
  const now = context.clock.now();
  const isWaiting = session.state !== 'running' && session.state !== 'paused';
  if (!(await claimSessionCheck(context.store.db, session, later(now, isWaiting ? 10_000 : MINUTE_MS)))) return;
  if (isWaiting) await alertIfOverdue(context, session.id);
  let hasReported = false;
  try {
    hasReported = await readStation(context, session);
  } finally {
    // While a station is silent or cannot be read, the cost may exceed the hold unnoticed.
    if (!isWaiting) {
      await stopUnlessPriced(context, session.id, () => stopWhileSilent(context, session.id));
      if (!hasReported) await alertOnTimeout(context, session, now);
    }
  }
}

/** Applies the report of a station. Returns false if there is no report, or if the station itself is unreachable. */
async function readStation(context: OperatorContext, session: SessionRecord): Promise<boolean> {
  const address = await addressOf(context.store.db, session);
  const since = (await latestReading(context.store.db, session.id))?.at ?? null;
  const { authorizationReference } = session;
  const station = await context.stations.read({ authorizationReference, address, since });
  if (!station) return false;
  try {
    await applyReport(context, authorizationReference, station);
  } catch (error) {
    if (isPriceFault(error)) await noteUnpriced(context, session.id, error);
    throw error;
  }
  return context.stations.capabilities(address).isReachable;
}

/** Raises an alert if charging has stopped and the last meter value is overdue. Staff must then decide about the bill. */
async function alertIfOverdue(context: OperatorContext, id: string): Promise<void> {
  const { store, clock } = context;
  const isStopOverdue = async (db: Db): Promise<boolean> => {
    const session = await findSession(db, id);
    return session?.state === 'stopping' && isOverdue(context, db, session);
  };
  // The first check needs no transaction, because hardly any session is overdue.
  if (!(await isStopOverdue(store.db))) return;
  await store.inTransaction(async trx => {
    if (await isStopOverdue(trx)) await raiseAlertOnce(trx, { at: clock.now(), subjectId: id, why: 'last meter value missing' });
  });
}

const REPORT_TIMEOUT_MS = 10 * MINUTE_MS;

/** Raises an alert if a station has not reported for ten minutes while charging, because the cost may have reached the hold. */
async function alertOnTimeout({ store }: OperatorContext, { id, startedAt }: SessionRecord, now: Date): Promise<void> {
  const reportedAt = (await latestReading(store.db, id))?.at ?? startedAt ?? now;
  if (now < later(reportedAt, REPORT_TIMEOUT_MS)) return;
  const alert = { at: now, subjectId: id, why: 'station silent while charging' as const, occasion: reportedAt.getTime() };
  await store.inTransaction(trx => raiseAlertOnce(trx, alert));
}

/** Reason with which the sleep is aborted. Without a reason, each abort would create an error with a stack trace. */
const NAP_OVER = 'the nap is over';

interface WorkOptions {
  handlers: Handlers;
  signal: AbortSignal;
  workSignal: WorkSignal;
  inProgress: WorkInProgress;
  /** False: only jobs run. Default: sweeps and maintenance tasks run as well. */
  sweeps?: boolean;
}

/**
 * Works until `signal` aborts: runs due jobs, sweeps every few seconds, and runs the maintenance tasks. Jobs and sweeps run
 * concurrently, because both wait for external systems. Resolves when the work in progress has ended.
 */
export async function work(
  context: OperatorContext,
  { handlers, signal, workSignal, inProgress, sweeps = true }: WorkOptions,
): Promise<void> {
  const { jobs, transactions } = inProgress;
  let sweepAt = context.clock.now();
  const keepers = createMaintenanceTasks(context);
  const { jobEnded } = workSignal;
  let isCheckDue = true;
  let due: Date | null = null;
  inProgress.isWorking = !signal.aborted;
  while (!signal.aborted) {
    const now = context.clock.now();
    // If the machine's clock was set back, the next sweep still follows within one interval.
    sweepAt = earliest(sweepAt, later(now, SWEEP_EVERY_MS));
    const isSweepDue = sweeps && now >= sweepAt;
    if (now >= sweepAt) sweepAt = later(now, SWEEP_EVERY_MS);
    if (isSweepDue) {
      inProgress.sweep ??= guarded(context, async () => {
        await tryDatabase(context);
        await guarded(context, () => sweepSessions(context, signal));
        // A failed task must not prevent the others.
        for (const store of keepers) await guarded(context, store);
      }).finally(() => {
        inProgress.sweep = null;
      });
      // Payments are swept separately from sessions: drivers wait for their payments, and stations may respond slowly.
      inProgress.payments ??= guarded(context, () => sweepPayments(context)).finally(() => {
        inProgress.payments = null;
      });
    }
    if (isCheckDue) {
      inProgress.isLooking = true;
      let startedCount: number | null = null;
      await guarded(context, async () => {
        startedCount = await context.outages.watch('jobs', () => startDueJobs(context, handlers, { inProgress, jobEnded }));
      });
      // If no job can start now, waiting jobs must not wake the loop: their due time has passed, so the loop would never sleep.
      const canBegin = startedCount !== null && hasRoom(inProgress);
      due = canBegin ? await whenDue(context, jobs) : null;
      inProgress.isLooking = false;
    }
    if (jobs.size === 0) workSignal.markIdle();
    const nap = new AbortController();
    const until = AbortSignal.any([signal, nap.signal]);
    const wakeAt = earliest(due ?? sweepAt, earliest(sweepAt, later(context.clock.now(), SWEEP_EVERY_MS)));
    const sleeping = context.clock.sleepUntil(wakeAt, until).then(() => true);
    const hasSlept = await Promise.race([sleeping, workSignal.stirred().then(() => false)]);
    nap.abort(NAP_OVER);
    isCheckDue = workSignal.consumeWake() || hasSlept;
  }
  inProgress.isWorking = false;
  // Transactions that are still open may start jobs when they commit.
  while (isAtWork(inProgress) || transactions.size > 0)
    await Promise.allSettled([...jobs.values(), ...transactions, inProgress.sweep, inProgress.payments]);
}
