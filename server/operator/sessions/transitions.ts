import type { CancelReason } from '../../../shared/session.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { START_LIMIT_MS } from '../context.ts';
import { type OrderRow, transitionOrder } from '../store/orders.ts';
import { enqueue } from '../store/outboxRows.ts';
import { type SessionRow, transitionSession } from '../store/sessions.ts';
import type { Trx } from '../store/store.ts';

/** Transitions of a session that need something outside: row and job in one transaction, whoever decides it. */

/** The one way a session leaves `draft` for the station: the start is enqueued in the same transaction. */
export async function requestStart(trx: Trx, session: SessionRow, now: Date): Promise<void> {
  const startBy = now.getTime() + START_LIMIT_MS;
  await transitionSession(trx, session, 'starting', { start_by: startBy, look_at: now.getTime() + 10_000 });
  await enqueue(trx, { kind: 'start', subjectId: session.id, at: now });
  await enqueue(trx, { kind: 'start-timeout', subjectId: session.id, at: new Date(startBy) });
}

export async function endOrder(
  trx: Trx,
  ask: { order: OrderRow; session: SessionRow; why: CancelReason; now: Date },
): Promise<void> {
  const { order, session, why, now } = ask;
  await transitionOrder(trx, order, 'over', { why });
  if (session.state === 'draft')
    await transitionSession(trx, session, 'cancelled', { why, ended_at: now.getTime(), look_at: null });
}

/** The first half of a cancellation: nothing is released before the station has answered. */
export async function giveUpStart(trx: Trx, ask: { session: SessionRow; why: CancelReason; now: Date }): Promise<void> {
  const { session, why, now } = ask;
  await transitionSession(trx, session, 'cancelling', { why });
  await enqueue(trx, { kind: 'cancel-start', subjectId: session.id, at: now });
}

/** Asks the station to stop, once, and answers the session as it is then; null when it is no longer where the caller saw it. */
export async function stopCharging(
  trx: Trx,
  ask: { session: SessionRow; reason: NonNullable<SessionRow['stop_reason']>; now: Date },
): Promise<SessionRow | null> {
  const { session, reason, now } = ask;
  const facts = { stop_asked_at: now.getTime(), stop_reason: reason, look_at: now.getTime() + 10_000 };
  const stopping = await transitionSession(trx, session, 'stopping', facts);
  if (stopping) await enqueue(trx, { kind: 'stop', subjectId: session.id, at: now });
  return stopping;
}

/**
 * A session that was said to have ended, or a station that had accepted our stop, charges on: it is asked to stop once more, and
 * at most once a minute.
 */
export async function stopOnceMore(trx: Trx, { id, stop_asked_at, ended_at }: SessionRow, now: Date): Promise<void> {
  const since = stop_asked_at ?? ended_at ?? now.getTime();
  const minutes = Math.max(0, Math.floor((now.getTime() - since) / MINUTE_MS));
  await enqueue(trx, { kind: 'stop', subjectId: id, n: minutes + 1, at: now });
}
