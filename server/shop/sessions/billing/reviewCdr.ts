import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../shared/model/time.ts';
import type { Cdr } from '../../../core/ports/stationPort.ts';
import { exact, isMore, roundDown, sumOf, times } from '../../../core/pricing/exact.ts';
import type { PricedLine } from '../../../core/pricing/gross.ts';
import { price } from '../../../core/pricing/price.ts';
import type { BillReview } from '../../../core/records/billReview.ts';
import { earliest, isSameInstant, later, latest } from '../../../core/records/instants.ts';
import { type AlertKind, raiseAlertOnce } from '../../../runtime/alerts.ts';
import { HOLD_EXPIRY_MARGIN_MS, type OperatorContext } from '../../../runtime/context.ts';
import type { Db, Trx } from '../../../store/engine/database.ts';
import { listNotesOn } from '../../../store/jobs/alertRows.ts';
import { findOrder } from '../../../store/shop/orders.ts';
import { findPayment, type PaymentRecord } from '../../../store/shop/payments.ts';
import {
  claimSessionCheck,
  findSession,
  type SessionRecord,
  transitionSession,
  updateSession,
} from '../../../store/shop/sessions.ts';
import { elapsedMs } from '../cost/possibleEnergy.ts';
import { billUntil, boundingPowerW, isPriceFault, linesUntil, type Priced, usageUntil } from '../cost/prices.ts';
import { noteUnpriced, UNPRICED } from '../limits/stopUnpriced.ts';
import { type Comparison, compareCdr, doubtsAbout } from './compareCdr.ts';
import { type Accounted, completeSession, type MadeBill, makeBill } from './complete.ts';

/**
 * Compares a CPO platform's CDR with the app's bill before the capture. If the two differ, the bill waits for a decision of
 * staff, but not beyond the expiry of its hold.
 */

/** Interval between two checks of a waiting bill, short enough to capture before its hold expires. */
const CHECK_INTERVAL_MS = HOUR_MS;
/** Staff are reminded of a waiting bill this long before its hold expires. */
const REMINDER_MS = DAY_MS;
/** A CDR may start this much before the session, because a platform's clock may be slow. */
const CLOCK_MS = 10 * MINUTE_MS;
/** Minimum and maximum delay until a bill that could not be priced is tried again. */
const MIN_WAIT_MS = 10_000;
const MAX_WAIT_MS = 5 * MINUTE_MS;

interface ReviewInput {
  session: SessionRecord;
  /** The session as it was before this CDR arrived. */
  before: SessionRecord;
  cdr: Cdr;
  made: MadeBill;
  now: Date;
  /** True if a meter reading that came with the CDR exceeds the energy that the connector can deliver. */
  isImpossible?: boolean;
}

interface ComparisonInput extends Pick<ReviewInput, 'session' | 'cdr'> {
  priced: Priced;
  endedAt: Date;
}

/** Returns the reasons and amounts for which staff must review the bill; null if the bill can be captured now. */
export function reviewOf(context: Pick<OperatorContext, 'boundingPowerW'>, input: ReviewInput): BillReview | null {
  const { session, before, cdr, now } = input;
  const { bill, priced } = input.made;
  // A platform may send the same CDR repeatedly. The result of the first comparison is reused.
  if (session.review?.reference === cdr.reference) return session.review;
  const endedAt = session.endedAt ?? cdr.endedAt;
  const comparison = comparisonOf({ session, cdr, priced, endedAt });
  const { currency } = priced;
  const powerW = boundingPowerW(context, { point: priced.point, session });
  const isRefused = session.refused !== null && cdr.energyWh >= session.refused.energyWh;
  const isImpossible = isRefused || input.isImpossible === true;
  const doubts = doubtsAbout({ cdr, currency, powerW, before, elapsedMs: elapsedMs(session, now), isImpossible });
  const why = [...doubts, ...whyOf(comparison)];
  if (why.length === 0) return null;
  const by = { energyWh: cdr.energyWh, endedAt: endedAt.toISOString() };
  const money = moneyOf(comparison, bill.totalMinor);
  const possible = doubts.includes(TOO_MUCH) ? believedMinor({ session, before, priced, endedAt }) : money.maxMinor;
  return { reference: cdr.reference, why, ...by, ...money, maxMinor: Math.min(money.maxMinor, possible) };
}

/** Used as `reference` of a review whose reason is not a CDR, but a bill above its hold. */
const ABOVE_HOLD = 'hold';

/** Returns the review of a bill that exceeds its hold; null if the hold covers the bill. */
export function reviewOfHold(
  { session, bill }: MadeBill,
  { payment, now }: { payment: PaymentRecord; now: Date },
): BillReview | null {
  const { totalMinor } = bill;
  if (totalMinor <= payment.amountMinor) return null;
  const { energyWh } = session;
  const by = { energyWh, endedAt: (session.endedAt ?? now).toISOString() };
  const money = { oursMinor: totalMinor, theirsMinor: null, maxMinor: payment.amountMinor };
  return { reference: ABOVE_HOLD, why: ['above the hold'], ...by, ...money };
}

const TOO_MUCH = 'more energy than the plug can give';

/** Returns the bill for the energy that was known before the CDR arrived, in minor units. */
function believedMinor(request: Pick<ReviewInput, 'session' | 'before'> & { priced: Priced; endedAt: Date }): number {
  const { session, before, priced, endedAt } = request;
  const readings = priced.readings.filter(({ energyWh }) => energyWh <= before.energyWh);
  return billUntil(session, { ...priced, readings }, endedAt).totalMinor;
}

/**
 * Compares a CDR with the bill. A CDR with a higher price counts as equal if only waived amounts make the difference: time
 * before the request, time after the stop, or a session without energy.
 */
function comparisonOf({ session, cdr, priced, endedAt }: ComparisonInput): Comparison {
  const { order, currency, tariff, place, vatPercent, readings } = priced;
  const compare = (lines: readonly PricedLine[]) => compareCdr({ cdr, tariffId: order.tariffId, currency, lines });
  const owed = linesUntil(session, priced, endedAt);
  const comparison = compare(owed);
  if (comparison.kind !== 'different') return comparison;
  const { endedAt: until } = cdr;
  const startedAt = session.startedAt && earliest(session.startedAt, latest(cdr.startedAt, later(session.startedAt, -CLOCK_MS)));
  const usage = usageUntil({ ...session, startedAt, endedAt: until, stopAcceptedAt: null }, readings, until);
  const lines = usage ? price({ tariff, place, usage, vatPercent }) : [];
  const whole = compare(lines);
  return whole.kind === 'same' && !isMore(costOf(owed), costOf(lines)) ? whole : comparison;
}

const costOf = (lines: readonly PricedLine[]) => sumOf(lines.map(({ amount }) => amount));

const whyOf = (comparison: Comparison): readonly string[] => (comparison.kind === 'different' ? ['another price'] : []);

/** Returns the amounts of a review. Without a decision of staff, the lower amount (`maxMinor`) is captured. */
function moneyOf(comparison: Comparison, totalMinor: number): Pick<BillReview, 'oursMinor' | 'theirsMinor' | 'maxMinor'> {
  if (comparison.kind !== 'different') return { oursMinor: totalMinor, theirsMinor: null, maxMinor: totalMinor };
  const { oursMinor, theirsMinor } = comparison;
  const share = oursMinor > 0 ? exact(Math.max(0, theirsMinor), oursMinor) : exact(1);
  return { oursMinor, theirsMinor, maxMinor: Math.min(totalMinor, roundDown(times(exact(totalMinor), share))) };
}

const HOLD_WAITS = 'the bill is above the hold and waits';
const WAITS = 'the bill differs from the station’s account';

/** Handles a CDR that arrives after the bill. The bill does not change, but a difference raises an alert. */
export async function noteLaterCdr(
  context: OperatorContext,
  trx: Trx,
  { session, cdr, now }: { session: SessionRecord; cdr: Cdr; now: Date },
): Promise<void> {
  if ((session.totalMinor ?? 0) === 0) return;
  // If staff have already decided on this CDR, it raises no further alert.
  const decided = (await listNotesOn(trx, session.id)).filter(({ facts }) => facts.why === WAITS);
  if (decided.some(({ facts }) => facts.account === cdr.reference)) return;
  const { energyWh, endedAt } = cdr;
  const made = await makeBill(context, trx, { session, now, accounted: { energyWh, endedAt } });
  const review = reviewOf(context, { session: made.session, before: session, cdr, made, now });
  const why = 'a later account differs from the bill';
  const facts = { reason: review?.why.join(', ') ?? '', account: cdr.reference };
  if (review) await raiseAlertOnce(trx, { at: now, subjectId: session.id, why, facts });
}

/** Leaves the session in `stopping` until staff decide on its bill, and raises an alert. */
export async function waitForPerson(
  trx: Trx,
  { session, review: requested, payment, now }: { session: SessionRecord; review: BillReview; payment: PaymentRecord; now: Date },
): Promise<SessionRecord | null> {
  // The amount that applies without a decision must not exceed the hold, because no more can be captured.
  const review = { ...requested, maxMinor: Math.min(requested.maxMinor, payment.amountMinor) };
  if (session.review?.reference === review.reference && session.state === 'stopping') return session;
  const isAboveHold = review.reference === ABOVE_HOLD;
  const why = isAboveHold ? HOLD_WAITS : WAITS;
  const facts = isAboveHold
    ? { billMinor: review.oursMinor, holdMinor: payment.amountMinor }
    : { reason: review.why.join(', '), account: review.reference };
  // Each CDR needs a decision of its own, so the alert is raised even if an alert about an earlier CDR is closed.
  await raiseAlertOnce(trx, { at: now, subjectId: session.id, why, facts, occasion: now.getTime() });
  const { endedAt, invoiceReference, energyWh } = session;
  const changes = { review, endedAt, invoiceReference, energyWh, powerW: 0, nextCheckAt: nextReviewCheck(payment, now) };
  if (session.state === 'stopping') return updateSession(trx, session, changes);
  return transitionSession(trx, session, 'stopping', { ...changes, stopRequestedAt: session.stopRequestedAt ?? now });
}

/**
 * Returns when a review is checked next: in an hour, or earlier if the hold must be captured before. Never earlier than `now`.
 */
const nextReviewCheck = ({ captureBefore }: PaymentRecord, now: Date): Date =>
  latest(
    now,
    earliest(
      later(now, CHECK_INTERVAL_MS),
      captureBefore ? later(captureBefore, -HOLD_EXPIRY_MARGIN_MS) : later(now, CHECK_INTERVAL_MS),
    ),
  );

/** Checks a waiting bill: reminds staff, or captures the lower amount shortly before the hold expires. */
export async function checkReview(context: OperatorContext, session: SessionRecord): Promise<void> {
  try {
    await settleReview(context, session);
  } catch (error) {
    if (isPriceFault(error)) await postponeReview(context, session, error);
    throw error;
  }
}

/**
 * Postpones the check of a bill that cannot be priced. The delay is half of the time since the alert, at most five minutes. It
 * is short, because the hold may be about to expire when staff have corrected the tariff.
 */
async function postponeReview(context: OperatorContext, session: SessionRecord, error: Error): Promise<void> {
  const { db } = context.store;
  const now = context.clock.now();
  await noteUnpriced(context, session.id, error);
  const alertedAt = await notedSince(db, session, { why: UNPRICED, now });
  const waitMs = (now.getTime() - alertedAt.getTime()) / 2;
  const at = later(now, Math.min(Math.max(Math.floor(waitMs), MIN_WAIT_MS), MAX_WAIT_MS));
  await claimSessionCheck(db, session, at);
}

async function settleReview(context: OperatorContext, { id, nextCheckAt }: SessionRecord): Promise<void> {
  const now = context.clock.now();
  const isSettled = await context.store.inTransaction(async trx => {
    const session = await findSession(trx, id);
    if (!session?.review || session.state !== 'stopping' || !isSameInstant(session.nextCheckAt, nextCheckAt)) return false;
    const order = await findOrder(trx, session.orderId);
    const payment = order?.paymentId ? await findPayment(trx, order.paymentId) : null;
    const lapsesAt = payment?.captureBefore ?? null;
    const isWithin = (ms: number) => lapsesAt !== null && later(lapsesAt, -ms) <= now;
    // If the hold is not authorised any more or is about to expire, staff can no longer decide.
    if (isWithin(HOLD_EXPIRY_MARGIN_MS) || payment?.state !== 'authorised') {
      const { maxMinor } = session.review;
      await completeSession(context, trx, { session, now, accounted: accountedBy(session.review), maxMinor });
      return true;
    }
    if (isWithin(REMINDER_MS))
      await raiseAlertOnce(trx, { at: now, subjectId: id, why: 'a bill waits for a decision and its hold lapses' });
    else if (
      lapsesAt === null &&
      (await notedSince(trx, session, { why: session.review.reference === ABOVE_HOLD ? HOLD_WAITS : WAITS, now })) <=
        later(now, -REMINDER_MS)
    )
      await raiseAlertOnce(trx, { at: now, subjectId: id, why: 'a bill waits for a decision' });
    await updateSession(trx, session, { nextCheckAt: nextReviewCheck(payment, now) });
    return false;
  });
  if (!isSettled) return;
  context.logEvent('session completed', { session: id, reason: 'review deadline reached' });
  context.sessionNotifier.notify(id);
}

/** Returns the time of the session's first alert of this kind; `now` if there is none. */
async function notedSince(db: Db, { id }: SessionRecord, { why, now }: { why: AlertKind; now: Date }): Promise<Date> {
  return (await listNotesOn(db, id)).find(({ facts }) => facts.why === why)?.at ?? now;
}

/** Returns the energy and the end on which the waiting bill is based. */
const accountedBy = ({ energyWh, endedAt }: BillReview): Accounted => ({ energyWh, endedAt: new Date(endedAt) });
