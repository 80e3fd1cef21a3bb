import type { CancelReason } from '../../../../shared/charging/session.ts';
import type { Translate } from '../../../../shared/price/priceWords.ts';
import type { StationStart } from '../../../core/ports/stationPort.ts';
import { tariffTextOf } from '../../../core/pricing/tariffText.ts';
import { later } from '../../../core/records/instants.ts';
import { raiseAlertOnce } from '../../../runtime/alerts.ts';
import { CANCELLED_START_GRACE_MS, type OperatorContext, type Outcome } from '../../../runtime/context.ts';
import type { Trx } from '../../../store/engine/database.ts';
import { writeAudit } from '../../../store/jobs/audit.ts';
import { enqueue, type OutboxRecord } from '../../../store/jobs/outboxRows.ts';
import { setUnlock } from '../../../store/shop/catalogue.ts';
import { findOrder, findSold } from '../../../store/shop/orders.ts';
import { findPayment, transitionPayment } from '../../../store/shop/payments.ts';
import {
  findSession,
  findSessionAtPlug,
  type SessionRecord,
  transitionSession,
  updateSession,
} from '../../../store/shop/sessions.ts';
import { addressAt, addressOf } from '../../catalogue/stationAddress.ts';
import { priceLine } from '../cost/priceLine.ts';
import { factsOf, type PriceFacts, plugPowerW } from '../cost/prices.ts';
import { enqueueAtStation, giveUpStart, stopCharging } from './transitions.ts';

/** Job handler (`HANDLERS` in jobs.ts): requests the start from the station. */

export async function handleStart(context: OperatorContext, { subjectId }: OutboxRecord): Promise<Outcome> {
  const sold = await findSold(context.store.db, { sessionId: subjectId });
  if (sold?.session.state !== 'starting') return 'done';
  const { session } = sold;
  // After `startBy`, the driver may have left, so the start is cancelled instead of requested.
  if (session.startBy !== null && session.startBy <= context.clock.now()) {
    await requestCancel(context, session.id, 'never-started');
    return 'done';
  }
  const priced = factsOf(sold, context);
  const { order, point, tariff } = priced;
  const answer = await context.stations.start({
    authorizationReference: session.authorizationReference,
    address: addressAt(session, point),
    limitMinor: order.limitMinor,
    currency: order.currency,
    tariffText: tariffTextOf(tariff),
    priceText: priceTextOf(context, session, priced),
  });
  if (answer === 'unknown') return { retry: 'unknown' };
  // The station may still accept an earlier attempt. The hold is therefore released only after the station has confirmed the
  // cancellation (rules 1 and 2 of docs/decisions/0002).
  if (answer === 'refused') await requestCancel(context, session.id, 'refused');
  return 'done';
}

/** Returns the price text for the station's display, in the driver's language. */
function priceTextOf(
  context: OperatorContext,
  session: SessionRecord,
  { order, point, tariff, place, vatPercent }: PriceFacts,
): NonNullable<StationStart['priceText']> {
  const { locale } = order;
  const region = { locale, country: point.country };
  const translate: Translate = (key, values) => context.translator(locale, key, values);
  const priceInput = { tariff, place, now: context.clock.now(), powerW: plugPowerW(point, session), vatPercent };
  return { language: locale, text: priceLine({ ...priceInput, region, translate }) };
}

/**
 * Cancels a session and releases its hold, after the station has confirmed that charging has not started and will not start
 * (rule 2 of docs/decisions/0002).
 */
async function cancelUnstarted(context: OperatorContext, sessionId: string): Promise<void> {
  const now = context.clock.now();
  await context.store.inTransaction(async trx => {
    const cancelling = await findSession(trx, sessionId);
    if (cancelling?.state === 'cancelling') await endUnstarted(trx, cancelling, now);
  });
  context.logEvent('session cancelled', { session: sessionId });
  context.sessionNotifier.notify(sessionId);
}

export async function endUnstarted(trx: Trx, session: SessionRecord, now: Date): Promise<void> {
  await transitionSession(trx, session, 'cancelled', { endedAt: now, nextCheckAt: null });
  const order = await findOrder(trx, session.orderId);
  const payment = order?.paymentId ? await findPayment(trx, order.paymentId) : null;
  if (payment?.state !== 'authorised') return;
  await transitionPayment(trx, payment, 'releasing', { nextCheckAt: null });
  await enqueue(trx, { kind: 'release', subjectId: payment.id, n: payment.keyN, at: now });
}

export async function handleStartTimeout(context: OperatorContext, { subjectId }: OutboxRecord): Promise<Outcome> {
  await requestCancel(context, subjectId, 'never-started');
  return 'done';
}

/**
 * Cancels a start that the station has not confirmed yet.
 * @returns false if the session is no longer in `starting`
 */
export async function requestCancel(context: OperatorContext, sessionId: string, why: CancelReason): Promise<boolean> {
  const now = context.clock.now();
  const isRequested = await context.store.inTransaction(async trx => {
    const session = await findSession(trx, sessionId);
    if (session?.state !== 'starting') return false;
    await giveUpStart(trx, { session, why, now });
    return true;
  });
  context.sessionNotifier.notify(sessionId);
  return isRequested;
}

export async function handleCancelStart(context: OperatorContext, row: OutboxRecord): Promise<Outcome> {
  const session = await findSession(context.store.db, row.subjectId);
  const isOver = session?.state === 'cancelled' && isWorthTelling(row);
  if (!session || (session.state !== 'cancelling' && !isOver)) return 'done';
  const address = await addressOf(context.store.db, session);
  const answer = await context.stations.cancelStart({ authorizationReference: session.authorizationReference, address });
  if (answer === 'unknown') return { retry: 'unknown' };
  if (answer === 'already-started') await stopCancelledStart(context, session);
  else if (answer === 'never-starts' || context.stations.capabilities(address).rejectsCancelledStarts || row.n > 1)
    await cancelUnstarted(context, session.id);
  else await enqueueCancelRetry(context, session);
  return 'done';
}

/**
 * Enqueues a second cancellation. A station that does not reject cancelled starts may still start charging, so the hold is not
 * released until the second cancellation (rule 1 of docs/decisions/0002).
 */
async function enqueueCancelRetry(context: OperatorContext, session: SessionRecord): Promise<void> {
  const at = later(context.clock.now(), CANCELLED_START_GRACE_MS);
  await context.store.inTransaction(trx => enqueueAtStation(trx, session, { kind: 'cancel-start', n: 2, at }));
}

/** Stops a session that started despite its cancellation. The session is then metered and billed. */
async function stopCancelledStart(context: OperatorContext, { id }: SessionRecord): Promise<void> {
  const now = context.clock.now();
  await context.store.inTransaction(async trx => {
    const session = await findSession(trx, id);
    if (session?.state !== 'cancelling' && session?.state !== 'cancelled') return;
    // The cancellation has set `endedAt`, but charging has begun later and has not ended.
    const restarted = (await updateSession(trx, session, { endedAt: null })) ?? session;
    await stopCharging(trx, { session: restarted, reason: 'late-start', now });
  });
  context.sessionNotifier.notify(id);
}

export async function handleStop(context: OperatorContext, row: OutboxRecord): Promise<Outcome> {
  const { subjectId } = row;
  const { db } = context.store;
  const session = await findSession(db, subjectId);
  // If the session is over, the first stop is unnecessary. Later stops (n > 1) were enqueued because the vehicle may still be
  // charging.
  const isOver = session?.state === 'completed' && row.n > 1 && isWorthTelling(row);
  if (!session || (session.state !== 'stopping' && !isOver)) return 'done';
  const { authorizationReference } = session;
  const stopSentAt = context.clock.now();
  const answer = await context.stations.stop({ authorizationReference, address: await addressOf(db, session) });
  if (answer === 'unknown') return { retry: 'unknown' };
  if (answer === 'refused') {
    await context.store.inTransaction(async trx => {
      const current = await findSession(trx, subjectId);
      if (current) await noteRefusedStop(trx, current, context.clock.now());
    });
    context.sessionNotifier.notify(subjectId);
    return { retry: 'refused' };
  }
  const now = context.clock.now();
  await context.store.inTransaction(async trx => {
    const current = await findSession(trx, subjectId);
    if (current?.state !== 'stopping') return;
    const { stopAcceptedAt, stopRefusedAt } = current;
    // If a refusal was recorded after this stop was sent, the refusal is newer than the station's answer.
    const isRefusedSince = stopRefusedAt !== null && stopRefusedAt >= stopSentAt;
    if (!isRefusedSince && (stopAcceptedAt === null || stopRefusedAt !== null))
      await updateSession(trx, current, { stopAcceptedAt: now, stopRefusedAt: null });
  });
  context.sessionNotifier.notify(subjectId);
  return 'done';
}

/**
 * Records that the station refuses to stop and raises an alert. The page then asks the driver to end charging at the station.
 * The stop is retried.
 * @returns the session afterwards
 */
export async function noteRefusedStop(trx: Trx, session: SessionRecord, now: Date): Promise<SessionRecord> {
  if (session.state !== 'stopping' || session.stopRefusedAt !== null) return session;
  await raiseAlertOnce(trx, { at: now, subjectId: session.id, why: 'the station refuses to stop' });
  return (await updateSession(trx, session, { stopRefusedAt: now })) ?? session;
}

/**
 * Job handler: unlocks a connector while the driver waits. After `MAX_UNLOCK_ATTEMPTS` attempts without an answer, the page
 * reports a refusal, and the driver may try again.
 */
export async function handleUnlock(context: OperatorContext, row: OutboxRecord): Promise<Outcome> {
  const session = await findSession(context.store.db, row.subjectId);
  if (!session) return 'done';
  const address = await addressOf(context.store.db, session);
  // An unlock during a session would end charging (OCPP 1.6, 5.18), and a driver must not end another driver's charging.
  const isFree = (await findSessionAtPlug(context.store.db, session)) === null;
  const answer =
    isFree && context.stations.capabilities(address).canUnlock
      ? await context.stations.unlock({ authorizationReference: session.authorizationReference, address })
      : 'refused';
  if (answer === 'unknown' && row.attempts < MAX_UNLOCK_ATTEMPTS) return { retry: 'unknown' };
  const now = context.clock.now();
  await context.store.inTransaction(async trx => {
    await writeAudit(trx, { at: now, subjectId: session.id, what: 'unlock', facts: { answer } });
    const { id: sessionId, evseId, connector } = session;
    await setUnlock(trx, { evseId, connector, sessionId, unlock: answer === 'unlocked' ? 'unlocked' : 'refused' });
    if (answer !== 'unlocked')
      await raiseAlertOnce(trx, { at: now, subjectId: session.id, why: 'the station does not unlock', occasion: row.n });
  });
  context.sessionNotifier.notify(session.id);
  return 'done';
}
const MAX_UNLOCK_ATTEMPTS = 3;

/**
 * Returns whether a stop is still worth an attempt. A session that is over in the app may continue at its station, for example
 * after manual billing. Attempts can be limited, because a later report from the station enqueues the stop again.
 */
const isWorthTelling = ({ attempts }: OutboxRecord): boolean => attempts < MAX_ATTEMPTS;
const MAX_ATTEMPTS = 11;
