import { MINUTE_MS } from '../../../shared/time.ts';
import { raiseAlertOnce } from '../alerts.ts';
import { createNightlyRemoval } from '../backoffice/retention.ts';
import { LAST_VALUE_LIMIT_MS, type OperatorContext } from '../context.ts';
import { applyHold, syncPayment } from '../payments/holds.ts';
import { applyStation } from '../sessions/reports.ts';
import { DatabaseUnavailable } from '../store/engine/unavailable.ts';
import { createKeyValueStore } from '../store/keyValueStore.ts';
import { nextDue } from '../store/outboxRows.ts';
import { findPayment, type PaymentRow, paymentsToLookAt, updatePayment } from '../store/payments.ts';
import { latestReading } from '../store/readings.ts';
import { findSession, type SessionRow, sessionsToLookAt, updateSession } from '../store/sessions.ts';
import { hasRoom, startDueJobs } from './outbox.ts';
import type { WorkSignal } from './wake.ts';

const MOST = 100;
/** So long after its end the provider may still show a page whose address never arrived. */
const UNSHOWN_UNTIL_MS = 4 * MINUTE_MS;

/** Asks again wherever an answer may have been lost: everything that is not final has a time to be looked at. */
async function sweep(context: OperatorContext): Promise<void> {
  const now = context.clock.now();
  const payments = await paymentsToLookAt(context.store.db, { now, most: MOST });
  const sessions = await sessionsToLookAt(context.store.db, { now, most: MOST });
  await Promise.all([
    ...payments.map(payment => guarded(context, () => lookAtPayment(context, payment))),
    ...sessions.map(session => guarded(context, () => lookAtSession(context, session))),
  ]);
}

async function guarded(context: OperatorContext, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // What the database does not let go on has been told once, when it began.
    if (context.outages.list().length > 0 && error instanceof DatabaseUnavailable) return;
    context.logEvent('sweep failed', { reason: error instanceof Error ? error.name : 'error' });
  }
}

/** Perhaps nobody asks for anything while others are sent elsewhere: whether the database writes again is tried by ourselves. */
async function tryDatabase({ store, outages, clock }: OperatorContext): Promise<void> {
  if (outages.list().length === 0) return;
  await store.inTransaction(trx => createKeyValueStore(trx, 'outages').put('tried', clock.now().toISOString()));
  outages.endAll();
}

/** Reads the truth of one payment again. */
export async function lookAtPayment(context: OperatorContext, payment: PaymentRow): Promise<void> {
  const at = nextLook(payment, context.clock.now());
  if (!(await lookAgain(context, payment, at))) return;
  try {
    await lookUp(context, payment);
  } catch (error) {
    await lookSooner(context, payment, at);
    throw error;
  }
}

async function lookUp(context: OperatorContext, payment: PaymentRow): Promise<void> {
  if (payment.ref !== null) await syncPayment(context, payment.id);
  // The page was never shown; when its time is over nobody can pay on it any more.
  else if (payment.expires_at + UNSHOWN_UNTIL_MS <= context.clock.now().getTime())
    await applyHold(context, payment, 'never shown');
}

/** A look that saw nothing counts for none: the next one is soon, and where it was to be the last, a person is told. */
function lookSooner({ store, clock }: OperatorContext, { id }: PaymentRow, at: number): Promise<void> {
  const now = clock.now();
  const soon = now.getTime() + MINUTE_MS;
  return store.inTransaction(async trx => {
    const payment = await findPayment(trx, id);
    if (payment && (payment.look_at ?? 0) === at)
      await updatePayment(trx, payment, { look_at: at === 0 ? soon : Math.min(at, soon) });
    if (at === 0) await raiseAlertOnce(trx, { at: now, subjectId: id, why: 'the provider cannot say what became of a payment' });
  });
}

/**
 * The older a page is, the less often: at half its age, from every half minute to every five; a closed one every hour for a day
 * (rule 3). The moment at which a page that was never shown is over is not slept through.
 */
function nextLook({ created_at, expires_at, state, ref }: PaymentRow, now: Date): number {
  const nowMs = now.getTime();
  const age = nowMs - created_at;
  const isClosed = state === 'expired';
  if (isClosed && nowMs > expires_at + 24 * 60 * MINUTE_MS) return 0;
  if (isClosed && ref !== null && age >= 10 * MINUTE_MS) return nowMs + 60 * MINUTE_MS;
  const next = nowMs + Math.min(Math.max(Math.floor(age / 2), MINUTE_MS / 2), 5 * MINUTE_MS);
  const overAt = expires_at + UNSHOWN_UNTIL_MS;
  return ref === null && nowMs < overAt ? Math.min(next, overAt) : next;
}

/** False when it is no longer due: of several processes that sweep, one looks. */
function lookAgain(context: OperatorContext, { id, look_at: due }: PaymentRow, at: number): Promise<boolean> {
  return context.store.inTransaction(async trx => {
    const payment = await findPayment(trx, id);
    return payment?.look_at === due && updatePayment(trx, payment, { look_at: at === 0 ? null : at });
  });
}

/** Asks one session's station again. */
export async function lookAtSession(context: OperatorContext, session: SessionRow): Promise<void> {
  const now = context.clock.now();
  const isWaiting = session.state !== 'running' && session.state !== 'paused';
  const isOurs = await context.store.inTransaction(async trx => {
    const current = await findSession(trx, session.id);
    if (current?.look_at == null || current.look_at !== session.look_at) return false;
    await updateSession(trx, current, { look_at: now.getTime() + (isWaiting ? 10_000 : MINUTE_MS) });
    if (current.state === 'stopping' && (current.stop_asked_at ?? 0) + LAST_VALUE_LIMIT_MS <= now.getTime())
      await raiseAlertOnce(trx, { at: now, subjectId: session.id, why: 'last meter value missing' });
    return true;
  });
  if (!isOurs) return;
  const station = await context.stations.read({ authorizationReference: session.start_id });
  if (station) await applyStation(context, session.start_id, station);
  else if (!isWaiting) await noteSilence(context, session, now);
}

const SILENCE_MS = 60 * MINUTE_MS;

/** A vehicle charges on, and nobody knows how much: the hold may be used up. */
async function noteSilence({ store }: OperatorContext, { id, started_at }: SessionRow, now: Date): Promise<void> {
  const heardAt = (await latestReading(store.db, id))?.at.getTime() ?? started_at ?? now.getTime();
  if (now.getTime() - heardAt < SILENCE_MS) return;
  const told = { at: now, subjectId: id, why: 'station silent while charging' as const, occasion: heardAt };
  await store.inTransaction(trx => raiseAlertOnce(trx, told));
}

const SWEEP_EVERY_MS = 5000;

/**
 * Works until `signal` aborts: jobs as they fall due, a sweep every few seconds, and once a night what is kept no longer. Neither waits for the other, because
 * both wait for somebody outside. What has been begun is brought to its end.
 */
export async function work(
  context: OperatorContext,
  { signal, workSignal }: { signal: AbortSignal; workSignal: WorkSignal },
): Promise<void> {
  const atWork = new Map<number, Promise<void>>();
  let sweeping: Promise<void> | null = null;
  let sweepAt = context.clock.now();
  const removeAtNight = createNightlyRemoval(context);
  while (!signal.aborted) {
    const now = context.clock.now();
    if (now >= sweepAt) {
      sweepAt = new Date(now.getTime() + SWEEP_EVERY_MS);
      sweeping ??= guarded(context, async () => {
        await tryDatabase(context);
        await sweep(context);
        await removeAtNight();
      }).finally(() => {
        sweeping = null;
      });
    }
    let begun: number | null = null;
    await guarded(context, async () => {
      begun = await context.outages.watch('promises', () => startDueJobs(context, atWork));
    });
    if (begun) continue;
    if (atWork.size === 0) workSignal.markIdle();
    // What could not be begun would be due at once, again and again.
    const canBegin = begun !== null && hasRoom(atWork);
    const next = canBegin ? await nextDue(context.store.db, { except: [...atWork.keys()] }).catch(() => null) : null;
    const due = next ?? sweepAt;
    const nap = new AbortController();
    const until = AbortSignal.any([signal, nap.signal]);
    await Promise.race([context.clock.sleepUntil(due < sweepAt ? due : sweepAt, until), workSignal.woken()]);
    nap.abort();
  }
  await Promise.allSettled([...atWork.values(), sweeping]);
}
