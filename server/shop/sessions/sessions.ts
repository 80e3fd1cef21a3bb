import { LIMITS } from '../../../shared/charging/limits.ts';
import type { Session } from '../../../shared/charging/session.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { listEnqueued } from '../../store/jobs/outboxRows.ts';
import { findCable, findPoint, setUnlock } from '../../store/shop/catalogue.ts';
import { findSession, findSessionByWatch, type SessionRecord } from '../../store/shop/sessions.ts';
import { cableOf, findLeftPlug } from './lifecycle/cable.ts';
import { requestCancel } from './lifecycle/stationJobs.ts';
import { enqueueAtStation, stopCharging } from './lifecycle/transitions.ts';
import { viewSession } from './views/views.ts';

/** Maximum time that a request waits for the station's answer. After that, the page shows that the action is in progress. */
const QUICK_ANSWER_MS = 1500;

/**
 * Returns the session if pages may show it. A draft belongs to an order without a hold and is never shown.
 * @throws Problem 'no-session'
 */
function visible(session: SessionRecord | null): SessionRecord {
  if (!session || session.state === 'draft') throw new Problem('no-session');
  return session;
}

async function getSession(context: OperatorContext, { sessionId }: { sessionId: string }): Promise<Session> {
  return viewSession(context, await getRow(context, { sessionId }), 'driver');
}

/**
 * Loads a session by its id or its watch id.
 * @throws Problem 'no-session'
 */
export async function getRow(
  { store }: OperatorContext,
  whose: { sessionId: string } | { watchId: string },
): Promise<SessionRecord> {
  return visible(
    'watchId' in whose ? await findSessionByWatch(store.db, whose.watchId) : await findSession(store.db, whose.sessionId),
  );
}

export async function getWatchedSession(context: OperatorContext, { watchId }: { watchId: string }): Promise<Session> {
  return viewSession(context, await getRow(context, { watchId }), 'watcher');
}

/**
 * Cancels the start of a session. Idempotent.
 * @throws Problem 'no-session', 'not-now' once charging has begun
 */
export async function cancelStart(context: OperatorContext, { sessionId }: { sessionId: string }): Promise<Session> {
  const session = await getRow(context, { sessionId });
  const isRequested = await requestCancel(context, session.id, 'cancelled');
  if (!isRequested && session.state !== 'cancelling' && session.state !== 'cancelled') throw new Problem('not-now');
  await context.idle(QUICK_ANSWER_MS);
  return getSession(context, { sessionId });
}

/**
 * Stops charging. Idempotent.
 * @throws Problem 'no-session', 'not-now' before charging has begun
 */
export async function stopSession(context: OperatorContext, { sessionId }: { sessionId: string }): Promise<Session> {
  const session = await getRow(context, { sessionId });
  if (session.state === 'stopping' || session.state === 'completed') return getSession(context, { sessionId });
  if (session.state !== 'running' && session.state !== 'paused') throw new Problem('not-now');
  const isRequested = await context.store.inTransaction(trx =>
    stopCharging(trx, { session, reason: 'driver', now: context.clock.now() }),
  );
  // A concurrent report has changed the row, so the stop is requested again.
  if (!isRequested) return stopSession(context, { sessionId });
  context.logEvent('session stopping', { session: sessionId, reason: 'driver' });
  context.sessionNotifier.notify(sessionId);
  await context.idle(QUICK_ANSWER_MS);
  return getSession(context, { sessionId });
}

/**
 * Requests the unlocking of the connector after charging. While an unlock is in progress, further requests are ignored.
 * @throws Problem 'no-session', 'too-many', 'not-now' if the connector is not locked, cannot be unlocked, or has been used by
 * another vehicle since
 */
export async function unlockPlug(context: OperatorContext, { sessionId }: { sessionId: string }): Promise<Session> {
  const { clock, store } = context;
  const row = await getRow(context, { sessionId });
  const point = await findPoint(store.db, row.evseId, { includesRemoved: true });
  const cable = point && cableOf(context, { row, point, known: await findLeftPlug(store.db, row) });
  if (!cable?.isLocked) throw new Problem('not-now');
  if (cable.canUnlock) {
    const { evseId, connector } = row;
    await store.inTransaction(async trx => {
      if ((await findCable(trx, { evseId, connector, sessionId }))?.unlock === 'asked') return;
      const tries = await listEnqueued(trx, { kind: 'unlock', subjectId: sessionId });
      if (tries.length >= LIMITS.unlocksPerSession) throw new Problem('too-many');
      if (!(await setUnlock(trx, { evseId, connector, sessionId, unlock: 'asked' }))) throw new Problem('not-now');
      await enqueueAtStation(trx, row, { kind: 'unlock', n: tries.length + 1, at: clock.now() });
    });
    context.logEvent('unlock requested', { session: sessionId });
    context.sessionNotifier.notify(sessionId);
    await context.idle(QUICK_ANSWER_MS);
  } else if (cable.unlock !== 'asked') throw new Problem('not-now');
  return getSession(context, { sessionId });
}
