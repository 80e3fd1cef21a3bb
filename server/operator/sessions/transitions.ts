import type { CancelReason } from '../../../shared/session.ts';
import { START_LIMIT_MS } from '../context.ts';
import { moveOrder, type OrderRow } from '../store/orders.ts';
import { promise } from '../store/outboxRows.ts';
import { moveSession, type SessionRow } from '../store/sessions.ts';
import type { Trx } from '../store/store.ts';

/** Moves of a session that promise something outside: row and promise in one transaction, whoever decides it. */

/** The one way a session leaves `draft` for the station: the start is promised in the same transaction. */
export async function startSession(trx: Trx, session: SessionRow, now: Date): Promise<void> {
  const startBy = now.getTime() + START_LIMIT_MS;
  await moveSession(trx, session, 'starting', { start_by: startBy, look_at: now.getTime() + 10_000 });
  await promise(trx, { kind: 'start', subjectId: session.id, at: now });
  await promise(trx, { kind: 'start-timeout', subjectId: session.id, at: new Date(startBy) });
}

export async function endOrder(
  trx: Trx,
  ask: { order: OrderRow; session: SessionRow; why: CancelReason; now: Date },
): Promise<void> {
  const { order, session, why, now } = ask;
  await moveOrder(trx, order, 'over', { why });
  if (session.state === 'draft') await moveSession(trx, session, 'cancelled', { why, ended_at: now.getTime(), look_at: null });
}

/** The first half of a cancellation: nothing is released before the station has answered. */
export async function giveUpStart(trx: Trx, ask: { session: SessionRow; why: CancelReason; now: Date }): Promise<void> {
  const { session, why, now } = ask;
  await moveSession(trx, session, 'cancelling', { why });
  await promise(trx, { kind: 'cancel-start', subjectId: session.id, at: now });
}

/** Asks the station to stop, once, and answers the session as it is then; null when it is no longer where the caller saw it. */
export async function stopCharging(
  trx: Trx,
  ask: { session: SessionRow; reason: NonNullable<SessionRow['stop_reason']>; now: Date },
): Promise<SessionRow | null> {
  const { session, reason, now } = ask;
  const facts = { stop_asked_at: now.getTime(), stop_reason: reason, look_at: now.getTime() + 10_000 };
  const stopping = await moveSession(trx, session, 'stopping', facts);
  if (stopping) await promise(trx, { kind: 'stop', subjectId: session.id, at: now });
  return stopping;
}

const MINUTE_MS = 60_000;

/**
 * A session that was said to have ended, or a station that had accepted our stop, charges on: it is asked to stop once more, and
 * at most once a minute.
 */
export async function stopOnceMore(trx: Trx, { id, stop_asked_at, ended_at }: SessionRow, now: Date): Promise<void> {
  const since = stop_asked_at ?? ended_at ?? now.getTime();
  const minutes = Math.max(0, Math.floor((now.getTime() - since) / MINUTE_MS));
  await promise(trx, { kind: 'stop', subjectId: id, n: minutes + 1, at: now });
}
