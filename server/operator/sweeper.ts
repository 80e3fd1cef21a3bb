import { attendOnce } from './attention.ts';
import type { Bell } from './bell.ts';
import { applyHold, learn } from './holds.ts';
import { beginPromises, hasRoom } from './outbox.ts';
import { type Desk, LAST_VALUE_LIMIT_MS } from './parts.ts';
import { applyStation } from './reports.ts';
import { createNightlyRemoval } from './retention.ts';
import { nextDue } from './store/outboxRows.ts';
import { findPayment, notePayment, type PaymentRow, paymentsToLookAt } from './store/payments.ts';
import { latestReading } from './store/readings.ts';
import { findSession, noteSession, type SessionRow, sessionsToLookAt } from './store/sessions.ts';
import { createShelf } from './store/shelf.ts';
import { DatabaseUnavailable } from './store/unavailable.ts';

const MOST = 100;
const MINUTE_MS = 60_000;
/** So long after its end the provider may still show a page whose address never arrived. */
const UNSHOWN_UNTIL_MS = 4 * MINUTE_MS;

/** Asks again wherever an answer may have been lost: everything that is not final has a time to be looked at. */
async function sweep(desk: Desk): Promise<void> {
  const now = desk.clock.now();
  const payments = await paymentsToLookAt(desk.store.db, { now, most: MOST });
  const sessions = await sessionsToLookAt(desk.store.db, { now, most: MOST });
  await Promise.all([
    ...payments.map(payment => guarded(desk, () => lookAtPayment(desk, payment))),
    ...sessions.map(session => guarded(desk, () => lookAtSession(desk, session))),
  ]);
}

async function guarded(desk: Desk, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // What the database does not let go on has been told once, when it began.
    if (desk.outages.list().length > 0 && error instanceof DatabaseUnavailable) return;
    desk.note('sweep failed', { reason: error instanceof Error ? error.name : 'error' });
  }
}

/** Perhaps nobody asks for anything while others are sent elsewhere: whether the database writes again is tried by ourselves. */
async function tryDatabase({ store, outages, clock }: Desk): Promise<void> {
  if (outages.list().length === 0) return;
  await store.inTransaction(trx => createShelf(trx, 'outages').put('tried', clock.now().toISOString()));
  outages.endAll();
}

/** Reads the truth of one payment again. */
export async function lookAtPayment(desk: Desk, payment: PaymentRow): Promise<void> {
  const at = nextLook(payment, desk.clock.now());
  if (!(await lookAgain(desk, payment, at))) return;
  try {
    await lookUp(desk, payment);
  } catch (error) {
    await lookSooner(desk, payment, at);
    throw error;
  }
}

async function lookUp(desk: Desk, payment: PaymentRow): Promise<void> {
  if (payment.ref !== null) await learn(desk, payment.id);
  // The page was never shown; when its time is over nobody can pay on it any more.
  else if (payment.expires_at + UNSHOWN_UNTIL_MS <= desk.clock.now().getTime()) await applyHold(desk, payment, 'never shown');
}

/** A look that saw nothing counts for none: the next one is soon, and where it was to be the last, a person is told. */
function lookSooner({ store, clock }: Desk, { id }: PaymentRow, at: number): Promise<void> {
  const now = clock.now();
  const soon = now.getTime() + MINUTE_MS;
  return store.inTransaction(async trx => {
    const payment = await findPayment(trx, id);
    if (payment && (payment.look_at ?? 0) === at)
      await notePayment(trx, payment, { look_at: at === 0 ? soon : Math.min(at, soon) });
    if (at === 0) await attendOnce(trx, { at: now, subjectId: id, why: 'the provider cannot say what became of a payment' });
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
function lookAgain(desk: Desk, { id, look_at: due }: PaymentRow, at: number): Promise<boolean> {
  return desk.store.inTransaction(async trx => {
    const payment = await findPayment(trx, id);
    return payment?.look_at === due && notePayment(trx, payment, { look_at: at === 0 ? null : at });
  });
}

/** Asks one session's station again. */
export async function lookAtSession(desk: Desk, session: SessionRow): Promise<void> {
  const now = desk.clock.now();
  const isWaiting = session.state !== 'running' && session.state !== 'paused';
  const isOurs = await desk.store.inTransaction(async trx => {
    const current = await findSession(trx, session.id);
    if (current?.look_at == null || current.look_at !== session.look_at) return false;
    await noteSession(trx, current, { look_at: now.getTime() + (isWaiting ? 10_000 : MINUTE_MS) });
    if (current.state === 'stopping' && (current.stop_asked_at ?? 0) + LAST_VALUE_LIMIT_MS <= now.getTime())
      await attendOnce(trx, { at: now, subjectId: session.id, why: 'last meter value missing' });
    return true;
  });
  if (!isOurs) return;
  const station = await desk.stations.read({ startId: session.start_id });
  if (station) await applyStation(desk, session.start_id, station);
  else if (!isWaiting) await noteSilence(desk, session, now);
}

const SILENCE_MS = 60 * MINUTE_MS;

/** A vehicle charges on, and nobody knows how much: the hold may be used up. */
async function noteSilence({ store }: Desk, { id, started_at }: SessionRow, now: Date): Promise<void> {
  const heardAt = (await latestReading(store.db, id))?.at.getTime() ?? started_at ?? now.getTime();
  if (now.getTime() - heardAt < SILENCE_MS) return;
  const told = { at: now, subjectId: id, why: 'station silent while charging' as const, occasion: heardAt };
  await store.inTransaction(trx => attendOnce(trx, told));
}

const SWEEP_EVERY_MS = 5000;

/**
 * Works until `signal` aborts: promises as they fall due, a sweep every few seconds, and once a night what is kept no longer. Neither waits for the other, because
 * both wait for somebody outside. What has been begun is brought to its end.
 */
export async function work(desk: Desk, { signal, bell }: { signal: AbortSignal; bell: Bell }): Promise<void> {
  const atWork = new Map<number, Promise<void>>();
  let sweeping: Promise<void> | null = null;
  let sweepAt = desk.clock.now();
  const removeAtNight = createNightlyRemoval(desk);
  while (!signal.aborted) {
    const now = desk.clock.now();
    if (now >= sweepAt) {
      sweepAt = new Date(now.getTime() + SWEEP_EVERY_MS);
      sweeping ??= guarded(desk, async () => {
        await tryDatabase(desk);
        await sweep(desk);
        await removeAtNight();
      }).finally(() => {
        sweeping = null;
      });
    }
    let begun: number | null = null;
    await guarded(desk, async () => {
      begun = await desk.outages.watch('promises', () => beginPromises(desk, atWork));
    });
    if (begun) continue;
    if (atWork.size === 0) bell.rest();
    // What could not be begun would be due at once, again and again.
    const canBegin = begun !== null && hasRoom(atWork);
    const next = canBegin ? await nextDue(desk.store.db, { except: [...atWork.keys()] }).catch(() => null) : null;
    const due = next ?? sweepAt;
    const nap = new AbortController();
    const until = AbortSignal.any([signal, nap.signal]);
    await Promise.race([desk.clock.sleepUntil(due < sweepAt ? due : sweepAt, until), bell.woken()]);
    nap.abort();
  }
  await Promise.allSettled([...atWork.values(), sweeping]);
}
