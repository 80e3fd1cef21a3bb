import type { CancelReason, EndReason, Session, SessionValues, WithdrawalReceived } from '../../../../shared/charging/session.ts';
import { HOUR_MS, iso, MINUTE_MS } from '../../../../shared/model/time.ts';
import type { Progress } from '../../../../shared/price/progress.ts';
import { announcedFee } from '../../../core/pricing/feeAnnouncement.ts';
import { NO_CURVE, pointsOf } from '../../../core/pricing/powerCurve.ts';
import { later } from '../../../core/records/instants.ts';
import type { PointRecord } from '../../../core/records/records.ts';
import type { OperatorContext } from '../../../runtime/context.ts';
import { findClient, findPoint, type LeftPlug } from '../../../store/shop/catalogue.ts';
import { findWholeOrder } from '../../../store/shop/orders.ts';
import type { PaymentRecord } from '../../../store/shop/payments.ts';
import type { SessionRecord } from '../../../store/shop/sessions.ts';
import { findWithdrawal, type WithdrawalRecord } from '../../../store/shop/withdrawals.ts';
import { locationView } from '../../catalogue/locationView.ts';
import { addressAt } from '../../catalogue/stationAddress.ts';
import { cachePrice, costSoFar, type PriceNow, priceWith } from '../cost/priceNow.ts';
import { isPriceFault, type PriceFacts, priceFacts } from '../cost/prices.ts';
import { cableOf, findLeftPlug, isAwaited } from '../lifecycle/cable.ts';
import { goalChoices } from '../limits/goalChoices.ts';
import { progressOf } from '../limits/progress.ts';
import { mayEmail } from '../notices/emailJobs.ts';
import { contractOf } from './contract.ts';

/** Milliseconds until a page requests the session again. */
const REFRESH_MS = { starting: 2000, running: 5000, waiting: 2000, awaiting: 60_000, plug: 5000 } as const;

/** If the last meter reading of a station usually takes longer than this, the page says so after `NOTICE_DELAY_MS`. */
const SOON_S = HOUR_MS / 1000;
const NOTICE_DELAY_MS = 3 * MINUTE_MS;

/** The recipient: the driver, the stream that updates the driver's page, or a watcher, who cannot control the session. */
export type Reader = 'driver' | 'stream' | 'watcher';

/**
 * Maximum age of a cached `Session`. Its fees continue to grow meanwhile, but a polling page does not refresh more often either.
 */
const FRESH_MS = REFRESH_MS.running;

/**
 * Returns the data of a session that the given recipient may see, without a price if it cannot be computed. A watcher receives
 * neither the id, which would allow stopping the session, nor the agreed terms. The result is cached.
 */
export async function viewSession(context: OperatorContext, row: SessionRecord, reader: Reader): Promise<Session> {
  try {
    return await viewPriced(context, row, reader);
  } catch (error) {
    if (!isPriceFault(error)) throw error;
    context.logEvent('session shown without price', { session: row.id, reason: error.name });
    return makeView(context, { row, reader, priced: null, ...(await factsWithoutPrice(context, row)) });
  }
}

async function viewPriced(context: OperatorContext, row: SessionRecord, reader: Reader): Promise<Session> {
  const { db } = context.store;
  const sold = await priceFacts(db, row, context);
  const withdrawal = await findWithdrawal(db, row.id);
  const plug = await findLeftPlug(db, row);
  const of = [row.version, row.meterRevision, sold.payment?.version, withdrawal?.id, plug?.state, plug?.unlock].join();
  const key = `${reader} ${row.id}`;
  const nowMs = context.clock.now().getTime();
  const made = context.views.get(key);
  if (made?.of === of && nowMs >= made.atMs && nowMs - made.atMs < FRESH_MS) return made.session;
  const session = priceWith(db, { session: row, facts: sold }, context).then(priced => {
    cachePrice(context, priced);
    return makeView(context, { row, reader, sold, withdrawal, plug, priced });
  });
  context.views.set(key, { of, atMs: nowMs, session });
  session.catch(() => context.views.delete(key));
  return session;
}

interface Shown {
  row: SessionRecord;
  reader: Reader;
  sold: Pick<PriceFacts, 'order' | 'payment' | 'client' | 'point' | 'currency'>;
  withdrawal: WithdrawalRecord | null;
  plug: LeftPlug | null;
  /** Null if the price cannot be computed. */
  priced: PriceNow | null;
}

/** Loads the input of `makeView`, except the price. */
async function factsWithoutPrice({ store: { db } }: OperatorContext, row: SessionRecord) {
  const whole = await findWholeOrder(db, { sessionId: row.id });
  const client = await findClient(db, row.clientId, { includesRemoved: true });
  const point = await findPoint(db, row.evseId, { includesRemoved: true });
  if (!whole || !client || !point) throw new Error('Order, client or point of the session not found');
  const { order, payment } = whole;
  const sold = { order, payment, client, point, currency: order.currency };
  return { sold, withdrawal: await findWithdrawal(db, row.id), plug: await findLeftPlug(db, row) };
}

function makeView(context: OperatorContext, { row, reader, sold, withdrawal, plug, priced }: Shown): Session {
  const isWatched = reader === 'watcher';
  const now = context.clock.now();
  const { order, point, currency } = sold;
  const facts = {
    sessionId: isWatched ? null : row.id,
    watchId: row.watchId,
    number: row.number,
    version: row.version,
    asOf: now.toISOString(),
    place: locationView(point, row.connector),
    ...(isWatched ? {} : withdrawalOf(withdrawal, row, sold)),
    ...(reader === 'driver' && priced ? { contract: contractOf(row, priced) } : {}),
    hold: order.limitMinor === null ? null : { amountMinor: order.limitMinor, currency },
  };
  const values = valuesOf(row, { priced, currency });
  const waiting = { ...facts, refreshAfterMs: REFRESH_MS.waiting };
  const cable = cableOf(context, { row, point, known: plug });
  const shownCable = cable ? { cable: isWatched ? { ...cable, canUnlock: false } : cable } : {};
  // Free charging (no hold) is shown normally even without a price, because its cost is always 0.
  if (!priced && facts.hold && isCharged(row)) return { ...facts, ...shownCable, ...unpriced(row, now) };
  switch (row.state) {
    case 'draft':
    case 'starting':
      return { kind: 'starting', ...facts, refreshAfterMs: REFRESH_MS.starting, startBy: iso(row.startBy ?? now) };
    case 'running':
    case 'paused':
      return {
        kind: row.state,
        ...facts,
        ...inProgress(context, { priced, reader }),
        refreshAfterMs: REFRESH_MS.running,
        values,
        blocking: priced && announcedFee(priced),
      };
    case 'stopping': {
      const awaitedSince = awaitedSinceOf(context, { session: row, point }, now);
      return {
        kind: 'stopping',
        ...waiting,
        ...(awaitedSince === null ? {} : { awaitedSince: awaitedSince.toISOString(), refreshAfterMs: REFRESH_MS.awaiting }),
        ...shownCable,
        values,
        stoppedAt: iso(row.stopRequestedAt ?? row.endedAt ?? now),
        isStopRefused: row.stopRefusedAt !== null,
        hasEnded: hasEnded(row, now),
      };
    }
    case 'cancelling':
      return { kind: 'cancelling', ...waiting, ...(row.why === null ? {} : { why: row.why }) };
    case 'completed': {
      const isBilled = isSettled(sold.payment);
      const endedAt = iso(row.endedAt ?? now);
      return {
        kind: 'completed',
        ...waiting,
        ...(isBilled ? { refreshAfterMs: isAwaited(plug, row, now) ? REFRESH_MS.plug : 0 } : {}),
        ...shownCable,
        values,
        endedAt,
        isBilled,
        endedBy: END_REASONS.find(reason => reason === row.stopReason) ?? null,
        ...(row.goal === null ? {} : { goal: row.goal }),
      };
    }
    case 'cancelled': {
      const isReleased = sold.payment?.state !== 'releasing';
      const endedAt = iso(row.endedAt ?? now);
      return {
        kind: 'cancelled',
        ...waiting,
        ...(isReleased ? { refreshAfterMs: 0 } : {}),
        endedAt,
        why: row.why ?? ('cancelled' satisfies CancelReason),
      };
    }
    default:
      return row.state satisfies never;
  }
}

function unpriced(row: SessionRecord, now: Date) {
  const ended = hasEnded(row, now);
  return {
    kind: 'unpriced',
    refreshAfterMs: ended ? REFRESH_MS.awaiting : REFRESH_MS.running,
    startedAt: iso(row.startedAt ?? row.createdAt),
    until: iso(row.endedAt ?? row.stopAcceptedAt ?? row.stopRequestedAt ?? now),
    energyWh: row.energyWh,
    hasEnded: ended,
  } as const;
}

function awaitedSinceOf(
  { stations }: OperatorContext,
  { session, point }: { session: SessionRecord; point: PointRecord },
  now: Date,
): Date | null {
  const { endedAt } = session;
  if (endedAt === null || now < later(endedAt, NOTICE_DELAY_MS)) return null;
  return stations.capabilities(addressAt(session, point)).lastValueWithinS > SOON_S ? endedAt : null;
}

/** Returns the progress without prices for a watcher, because they belong to the agreed terms. Only the driver can set a goal. */
function inProgress(context: OperatorContext, { priced, reader }: Pick<Shown, 'priced' | 'reader'>): { progress?: Progress } {
  const progress = priced && progressOf(priced, context);
  if (!progress) return {};
  if (reader === 'watcher') return { progress: { ...progress, price: null, parts: [] } };
  return { progress: reader === 'driver' ? { ...progress, choices: goalChoices(priced, progress, context) } : progress };
}

/** Stations carry out an accepted stop within this time, although some report the end much later. */
const STOPS_WITHIN_MS = 20_000;

function hasEnded({ endedAt, stopAcceptedAt, stopRefusedAt }: SessionRecord, now: Date): boolean {
  if (endedAt !== null) return true;
  return stopRefusedAt === null && stopAcceptedAt !== null && now >= later(stopAcceptedAt, STOPS_WITHIN_MS);
}

/** Returns the driver's declaration of withdrawal; empty without one, or if the brand does not offer withdrawal. */
function withdrawalOf(
  row: WithdrawalRecord | null,
  session: SessionRecord,
  { client, order }: Pick<PriceFacts, 'client' | 'order'>,
): { withdrawal?: WithdrawalReceived } {
  if (!row || !client.withdrawal) return {};
  const isMailed = order.email !== '' && mayEmail(order, session);
  return { withdrawal: { receivedAt: iso(row.receivedAt), isMailed } };
}

const END_REASONS: readonly EndReason[] = ['limit', 'unreported', 'goal', 'hold-expiry', 'operator'];

/** Returns whether the payment's money has moved or will never move. Free charging, without a payment, counts as settled. */
export function isSettled(payment: PaymentRecord | null): boolean {
  return payment === null || ['captured', 'released', 'capture_failed'].includes(payment.state);
}

function valuesOf(row: SessionRecord, { priced, currency }: Pick<PriceFacts, 'currency'> & Pick<Shown, 'priced'>): SessionValues {
  const amountMinor = row.totalMinor ?? (priced ? costSoFar(priced) : 0);
  const startedAt = iso(row.startedAt ?? row.createdAt);
  return {
    startedAt,
    energyWh: row.energyWh,
    powerW: row.powerW,
    cost: { amountMinor, currency },
    curve: pointsOf(priced?.meter?.curve ?? NO_CURVE),
    ...(row.battery === null ? {} : { battery: row.battery }),
  };
}

/** Returns whether energy may have been delivered that is not billed yet. */
const isCharged = ({ state }: SessionRecord): boolean => state === 'running' || state === 'paused' || state === 'stopping';
