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
import { createMaintenanceTasks } from './timers.ts';

const MAX_BATCH = 100;
/** So often in one sweep sessions are looked at: one whose station is silent may charge beyond its limit. */
const MAX_ROUNDS = 10;
/** For so long after its expiry, a page whose address never reached us may still be open at the provider. */
const UNSHOWN_UNTIL_MS = 4 * MINUTE_MS;

// Asks again wherever an answer may have been lost: every payment and session that is not final has a time for its next look.

/** Some at a time: providers limit how often they are asked. */
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

/** @param about whose work it is, for the log */
async function guarded(context: OperatorContext, work: () => Promise<void>, about: AuditFacts = {}): Promise<void> {
  try {
    await work();
  } catch (error) {
    // An outage of the database was logged once, when it began.
    if (context.outages.list().length > 0 && error instanceof DatabaseUnavailable) return;
    context.logEvent('scheduled check failed, retrying', { ...about, reason: error instanceof Error ? error.name : 'error' });
  }
}

/** While this process is not ready it may get no requests, so it tries by itself whether the database writes again. */
async function tryDatabase({ store, outages, clock }: OperatorContext): Promise<void> {
  if (outages.list().length === 0) return;
  await store.inTransaction(trx => createKeyValueStore(trx, 'outages').put('tried', clock.now().toISOString()));
  outages.endAll();
}

/** Reads the provider's state of one payment again. */
export async function checkPayment(context: OperatorContext, payment: PaymentRecord): Promise<void> {
  const { db } = context.store;
  const now = context.clock.now();
  const at = nextPaymentCheck(payment, now);
  // Also after the last look, until it is done: a process that dies in it leaves it to another one.
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
  // Nobody ever got the address of the page; once it has expired nobody can pay on it any more.
  else if (later(payment.expiresAt, UNSHOWN_UNTIL_MS) <= context.clock.now()) await applyHold(context, payment, 'never shown');
}

/** A failed read does not count as a look: the next one comes within a minute, and if it was the last one, an alert is raised. */
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

/**
 * When a payment is read next. The older it is, the less often: after half its age, between half a minute and five minutes;
 * a closed page every hour for a day (rule 3 of docs/decisions/0002). A page that nobody got is looked at when it expires.
 */
function nextPaymentCheck({ createdAt, expiresAt, state, ref }: PaymentRecord, now: Date): Date | null {
  const ageMs = now.getTime() - createdAt.getTime();
  const isClosed = state === 'expired';
  if (isClosed && now > later(expiresAt, 24 * 60 * MINUTE_MS)) return null;
  if (isClosed && ref !== null && ageMs >= 10 * MINUTE_MS) return later(now, 60 * MINUTE_MS);
  const next = later(now, Math.min(Math.max(Math.floor(ageMs / 2), MINUTE_MS / 2), 5 * MINUTE_MS));
  const overAt = later(expiresAt, UNSHOWN_UNTIL_MS);
  return ref === null && now < overAt ? earliest(next, overAt) : next;
}

/** Asks one session's station again. */
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
    // Whether it was silent, or could not even be asked: it may charge beyond its limit.
    if (!isWaiting) {
      await stopUnlessPriced(context, session.id, () => stopWhileSilent(context, session.id));
      if (!hasReported) await alertOnTimeout(context, session, now);
    }
  }
}

/** Applies what a station reports. False: the station did not answer, or cannot be reached and its source answered for it. */
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

/** One whose last meter value does not come has to be seen by a person. */
async function alertIfOverdue(context: OperatorContext, id: string): Promise<void> {
  const { store, clock } = context;
  const isStopOverdue = async (db: Db): Promise<boolean> => {
    const session = await findSession(db, id);
    return session?.state === 'stopping' && isOverdue(context, db, session);
  };
  // Nearly all are not: they need no transaction.
  if (!(await isStopOverdue(store.db))) return;
  await store.inTransaction(async trx => {
    if (await isStopOverdue(trx)) await raiseAlertOnce(trx, { at: clock.now(), subjectId: id, why: 'last meter value missing' });
  });
}

const REPORT_TIMEOUT_MS = 10 * MINUTE_MS;

/** Raises an alert when a vehicle charges and its station has not reported for ten minutes: the hold may be used up. */
async function alertOnTimeout({ store }: OperatorContext, { id, startedAt }: SessionRecord, now: Date): Promise<void> {
  const reportedAt = (await latestReading(store.db, id))?.at ?? startedAt ?? now;
  if (now < later(reportedAt, REPORT_TIMEOUT_MS)) return;
  const alert = { at: now, subjectId: id, why: 'station silent while charging' as const, occasion: reportedAt.getTime() };
  await store.inTransaction(trx => raiseAlertOnce(trx, alert));
}

/** Without a reason an error with its stack would be made each time. */
const NAP_OVER = 'the nap is over';

interface WorkOptions {
  handlers: Handlers;
  signal: AbortSignal;
  workSignal: WorkSignal;
  inProgress: WorkInProgress;
}

/**
 * Works until `signal` aborts: jobs as they fall due, a sweep every few seconds, and once a night the removal of old contact
 * details and meter values. The books are kept beside. Jobs and sweep do not wait for each other, because both wait for other systems. What was begun is finished.
 */
export async function work(context: OperatorContext, { handlers, signal, workSignal, inProgress }: WorkOptions): Promise<void> {
  const { jobs, transactions } = inProgress;
  let sweepAt = context.clock.now();
  const keepers = createMaintenanceTasks(context);
  const { jobEnded } = workSignal;
  let isCheckDue = true;
  let due: Date | null = null;
  inProgress.isWorking = !signal.aborted;
  while (!signal.aborted) {
    const now = context.clock.now();
    // Also where the machine's clock has been put back meanwhile.
    sweepAt = earliest(sweepAt, later(now, SWEEP_EVERY_MS));
    if (now >= sweepAt) {
      sweepAt = later(now, SWEEP_EVERY_MS);
      inProgress.sweep ??= guarded(context, async () => {
        await tryDatabase(context);
        await guarded(context, () => sweepSessions(context, signal));
        // One that fails keeps none of the others from its work.
        for (const store of keepers) await guarded(context, store);
      }).finally(() => {
        inProgress.sweep = null;
      });
      // Drivers wait for their payments, and stations may take long to answer.
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
      // Jobs that could not be started would be due at once, in an endless loop.
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
    isCheckDue = workSignal.receive() || hasSlept;
  }
  inProgress.isWorking = false;
  // A transaction that began before may begin jobs as it ends.
  while (isAtWork(inProgress) || transactions.size > 0)
    await Promise.allSettled([...jobs.values(), ...transactions, inProgress.sweep, inProgress.payments]);
}
