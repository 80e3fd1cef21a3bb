import type { CancelReason } from '../../../shared/session.ts';
import { type Desk, LATE_START_GRACE_MS, type Outcome } from '../context.ts';
import { tariffTextOf } from '../pricing/tariffText.ts';
import { getTariff } from '../store/catalogue.ts';
import { findOrder } from '../store/orders.ts';
import { type OutboxRow, promise } from '../store/outboxRows.ts';
import { findPayment, movePayment } from '../store/payments.ts';
import { findSession, moveSession, noteSession, type SessionRow } from '../store/sessions.ts';
import type { Trx } from '../store/store.ts';
import { giveUpStart, stopCharging } from './transitions.ts';

/** Promises that a station keeps: start, give the start up, stop. See `KEEP` in outbox.ts. */

export async function keepStart(desk: Desk, { subject_id }: OutboxRow): Promise<Outcome> {
  const session = await findSession(desk.store.db, subject_id);
  if (session?.state !== 'starting') return 'kept';
  const order = await findOrder(desk.store.db, session.order_id);
  if (!order) return 'kept';
  const tariff = await getTariff(desk.store.db, { id: order.tariff_id, version: order.tariff_version });
  const answer = await desk.stations.start({
    ...{ startId: session.start_id, evseId: session.evse_id, connector: session.connector },
    ...{ limitMinor: order.limit_minor, tariffText: tariffTextOf(tariff) },
  });
  if (answer === 'unknown') return { again: 'unknown' };
  // An earlier try may still be on its way and be accepted: nothing is released before the start is cancelled (rule 1).
  if (answer === 'refused') await askToCancel(desk, session.id, 'refused');
  return 'kept';
}

/** The station said for certain that nothing was or will be started: the order ends and its hold goes back (rule 2). */
async function cancelUnstarted(desk: Desk, sessionId: string): Promise<void> {
  const now = desk.clock.now();
  await desk.store.inTransaction(async trx => {
    const cancelling = await findSession(trx, sessionId);
    if (cancelling?.state === 'cancelling') await endUnstarted(trx, cancelling, now);
  });
  desk.note('session cancelled', { session: sessionId });
  desk.announcer.announce(sessionId);
  desk.hurry();
}

export async function endUnstarted(trx: Trx, session: SessionRow, now: Date): Promise<void> {
  await moveSession(trx, session, 'cancelled', { ended_at: now.getTime(), look_at: null });
  const order = await findOrder(trx, session.order_id);
  const payment = order?.payment_id ? await findPayment(trx, order.payment_id) : null;
  if (payment?.state !== 'authorised') return;
  await movePayment(trx, payment, 'releasing', { look_at: null });
  await promise(trx, { kind: 'release', subjectId: payment.id, n: payment.key_n, at: now });
}

export async function keepStartTimeout(desk: Desk, { subject_id }: OutboxRow): Promise<Outcome> {
  await askToCancel(desk, subject_id, 'never-started');
  return 'kept';
}

/** Gives a start up, where there is still one to give up. */
export async function askToCancel(desk: Desk, sessionId: string, why: CancelReason): Promise<boolean> {
  const now = desk.clock.now();
  const isAsked = await desk.store.inTransaction(async trx => {
    const session = await findSession(trx, sessionId);
    if (session?.state !== 'starting') return false;
    await giveUpStart(trx, { session, why, now });
    return true;
  });
  desk.announcer.announce(sessionId);
  desk.hurry();
  return isAsked;
}

export async function keepCancelStart(desk: Desk, row: OutboxRow): Promise<Outcome> {
  const session = await findSession(desk.store.db, row.subject_id);
  const isOver = session?.state === 'cancelled' && isWorthTelling(row);
  if (!session || (session.state !== 'cancelling' && !isOver)) return 'kept';
  const answer = await desk.stations.cancelStart({ startId: session.start_id });
  if (answer === 'unknown') return { again: 'unknown' };
  if (answer === 'already-started') await stopLateStart(desk, session);
  else if (desk.stations.tombstones || row.n > 1) await cancelUnstarted(desk, session.id);
  else await askAgainLater(desk, session.id);
  return 'kept';
}

/** A station that buries no starts may still carry one out: the hold stays until it would have begun (rule 1). */
async function askAgainLater(desk: Desk, sessionId: string): Promise<void> {
  const at = new Date(desk.clock.now().getTime() + LATE_START_GRACE_MS);
  await desk.store.inTransaction(trx => promise(trx, { kind: 'cancel-start', subjectId: sessionId, n: 2, at }));
}

/** It had begun after all: what was charged is stopped, metered and billed. */
async function stopLateStart(desk: Desk, { id }: SessionRow): Promise<void> {
  const now = desk.clock.now();
  await desk.store.inTransaction(async trx => {
    const session = await findSession(trx, id);
    if (session?.state !== 'cancelling' && session?.state !== 'cancelled') return;
    // The end of what was given up is not the end of what began after it.
    await noteSession(trx, session, { ended_at: null });
    await stopCharging(trx, { session: (await findSession(trx, id)) ?? session, reason: 'late-start', now });
  });
  desk.announcer.announce(id);
  desk.hurry();
}

export async function keepStop(desk: Desk, row: OutboxRow): Promise<Outcome> {
  const { subject_id } = row;
  const { db } = desk.store;
  const session = await findSession(db, subject_id);
  // The first stop is over with its session; any other was promised because the vehicle may charge on.
  const isOver = session?.state === 'completed' && row.n > 1 && isWorthTelling(row);
  if (!session || (session.state !== 'stopping' && !isOver)) return 'kept';
  const answer = await desk.stations.stop({ startId: session.start_id });
  if (answer === 'unknown') return { again: 'unknown' };
  const now = desk.clock.now();
  await desk.store.inTransaction(async trx => {
    const current = await findSession(trx, subject_id);
    if (current?.state === 'stopping' && current.stop_accepted_at === null)
      await noteSession(trx, current, { stop_accepted_at: now.getTime() });
  });
  return 'kept';
}

/**
 * What is over for us may go on at a station that has not heard of it: settled by hand, or charging on after its last value. It is
 * told, but not for ever. If it comes back later, its own report brings the promise anew.
 */
const isWorthTelling = ({ attempts }: OutboxRow): boolean => attempts < MOST_TRIES;
const MOST_TRIES = 11;
