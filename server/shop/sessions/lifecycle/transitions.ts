import type { CancelReason } from '../../../../shared/charging/session.ts';
import { MINUTE_MS } from '../../../../shared/model/time.ts';
import { later } from '../../../core/records/instants.ts';
import { START_LIMIT_MS } from '../../../runtime/context.ts';
import type { Trx } from '../../../store/engine/database.ts';
import { enqueue, enqueueAll, type Job } from '../../../store/jobs/outboxRows.ts';
import { type OrderRecord, transitionOrder } from '../../../store/shop/orders.ts';
import { type SessionRecord, transitionSession } from '../../../store/shop/sessions.ts';

/**
 * A session whose station receives a command. Each transition below writes the session row and the job of the command in one
 * transaction.
 */

type AtStation = Pick<SessionRecord, 'id' | 'station'>;
type StationJob = Pick<Job, 'n' | 'at'> & { kind: 'start' | 'cancel-start' | 'stop' | 'unlock' };

/**
 * Creates a job for a station. If the station is connected by OCPP, only the process that holds its WebSocket can run the job.
 */
const jobAtStation = ({ id, station }: AtStation, job: StationJob): Job => ({
  ...job,
  subjectId: id,
  station: station?.chargePoint?.id ?? null,
});

export const enqueueAtStation = (trx: Trx, session: AtStation, job: StationJob): Promise<void> =>
  enqueue(trx, jobAtStation(session, job));

/** Moves a session from `draft` to `starting` and enqueues the start. No other function starts a draft. */
export async function requestStart(trx: Trx, session: SessionRecord, now: Date): Promise<void> {
  const startBy = later(now, START_LIMIT_MS);
  await transitionSession(trx, session, 'starting', { startBy, nextCheckAt: later(now, 10_000) });
  const start = jobAtStation(session, { kind: 'start', at: now });
  await enqueueAll(trx, [start, { kind: 'start-timeout', subjectId: session.id, at: startBy }]);
}

export async function endOrder(
  trx: Trx,
  request: { order: OrderRecord; session: SessionRecord; why: CancelReason; now: Date },
): Promise<void> {
  const { order, session, why, now } = request;
  await transitionOrder(trx, order, 'over', { why });
  if (session.state === 'draft') await transitionSession(trx, session, 'cancelled', { why, endedAt: now, nextCheckAt: null });
}

/** Moves a session to `cancelling` and enqueues the cancellation. The hold is released only after the station has answered. */
export async function giveUpStart(trx: Trx, request: { session: SessionRecord; why: CancelReason; now: Date }): Promise<void> {
  const { session, why, now } = request;
  await transitionSession(trx, session, 'cancelling', { why });
  await enqueueAtStation(trx, session, { kind: 'cancel-start', at: now });
}

/**
 * Moves a session to `stopping` and enqueues the stop.
 * @returns the session afterwards, or null if its row has changed since the caller read it
 */
export async function stopCharging(
  trx: Trx,
  request: { session: SessionRecord; reason: NonNullable<SessionRecord['stopReason']>; now: Date },
): Promise<SessionRecord | null> {
  const { session, reason, now } = request;
  const facts = { stopRequestedAt: now, stopReason: reason, nextCheckAt: later(now, 10_000) };
  const stopping = await transitionSession(trx, session, 'stopping', facts);
  if (stopping) await enqueueAtStation(trx, session, { kind: 'stop', at: now });
  return stopping;
}

/** Enqueues another stop, at most once a minute, for a session that charges despite a reported end or an accepted stop. */
export async function stopOnceMore(trx: Trx, session: SessionRecord, now: Date): Promise<void> {
  const { stopRequestedAt, endedAt } = session;
  const since = stopRequestedAt ?? endedAt ?? now;
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / MINUTE_MS));
  await enqueueAtStation(trx, session, { kind: 'stop', n: minutes + 1, at: now });
}
