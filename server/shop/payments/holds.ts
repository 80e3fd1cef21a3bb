import { DAY_MS, HOUR_MS, iso } from '../../../shared/model/time.ts';
import type { Hold } from '../../core/ports/ports.ts';
import { later, latest } from '../../core/records/instants.ts';
import { raiseAlert, raiseAlertOnce } from '../../runtime/alerts.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { writeAudit } from '../../store/jobs/audit.ts';
import { finish } from '../../store/jobs/jobClaims.ts';
import { enqueue, type OutboxRecord } from '../../store/jobs/outboxRows.ts';
import { findOrderOfPayment, transitionOrder } from '../../store/shop/orders.ts';
import { findPayment, type PaymentRecord, transitionPayment, updatePayment } from '../../store/shop/payments.ts';
import { updateSession } from '../../store/shop/sessions.ts';
import type { PaymentState } from '../../store/tables/tables.ts';
import { issueDocument } from '../documents/issue.ts';
import { enqueuePaymentAdvice } from '../sessions/billing/paymentAdvice.ts';
import { isOverdue } from '../sessions/lifecycle/overdue.ts';
import { endOrder, giveUpStart, requestStart, stopCharging } from '../sessions/lifecycle/transitions.ts';
import { enqueueEmail } from '../sessions/notices/emailJobs.ts';
import { cardKeyOf, whyNotToBegin } from './cardLimits.ts';
import { chargesUntil, whyNotToChargeOn } from './holdLife.ts';
import { recordOutsideCapture, recordOutsideRefund } from './outsideChanges.ts';
import { savePayerEmail } from './payerEmail.ts';
import { move, type ProviderState, type Step } from './providerState.ts';
import { closeUnpaid, endUnpaid, endUnshown } from './unpaidPages.ts';

/** Used instead of a `Hold` if a checkout has expired and no driver ever received its address. */
type Unshown = 'never shown';

/** Id and version of a payment, read before the request to the payment provider. */
type PaymentSnapshot = Pick<PaymentRecord, 'id' | 'version'>;

/** Reads the state of a payment from the payment provider and applies it. `requested` is the row as it was just read. */
export async function syncPayment(
  context: OperatorContext,
  requested: Pick<PaymentRecord, 'id' | 'version' | 'ref' | 'state'>,
): Promise<PaymentState | null> {
  return requested.ref === null ? requested.state : applyHold(context, requested, await context.payments.read(requested.ref));
}

/**
 * Applies the payment provider's state to a payment, its order and its session. Return pages, webhooks, the sweeper and jobs all
 * call this function. Idempotent. If the row has changed since `requested` was read, `hold` may be outdated, so the provider is
 * queried again.
 * @returns the payment's state afterwards, or null if there is no payment with this id
 */
export async function applyHold(
  context: OperatorContext,
  requested: PaymentSnapshot,
  hold: Hold | Unshown,
): Promise<PaymentState | null> {
  return (await applyInJob(context, requested, { hold, job: null })).state;
}

/** Like `applyHold`, for a job. If the payment's state changes, the same transaction finishes the job. */
export async function applyInJob(
  context: OperatorContext,
  requested: PaymentSnapshot,
  reported: { hold: Hold | Unshown; job: OutboxRecord | null },
): Promise<Applied> {
  const applied = await applyIfCurrent(context, requested, reported);
  if (applied !== 'too old') return applied;
  const current = await findPayment(context.store.db, requested.id);
  return { state: current && (await syncPayment(context, current)), isFinished: false };
}

interface Applied {
  /** The payment's state afterwards; null if there is no payment with this id. */
  state: PaymentState | null;
  isFinished: boolean;
}

/** Returns 'too old' if the row was written after the request to the payment provider, because the answer may be outdated. */
async function applyIfCurrent(
  context: OperatorContext,
  { id: paymentId, version }: PaymentSnapshot,
  { hold, job }: { hold: Hold | Unshown; job: OutboxRecord | null },
): Promise<Applied | 'too old'> {
  const now = context.clock.now();
  const moved = await context.store.inTransaction(async trx => {
    const whole = await findOrderOfPayment(trx, paymentId);
    if (!whole) return null;
    const { payment, session } = whole;
    if (hold !== 'never shown' && payment.version !== version) return 'too old';
    const known = { trx, ...whole, now };
    const state = hold === 'never shown' ? await endUnshown(known) : await applyKnown({ ...known, context, hold });
    if (state === payment.state) return state;
    await writeAudit(trx, { at: now, subjectId: paymentId, what: `payment ${state}`, facts: { from: payment.state } });
    if (job) await finish(trx, job, now);
    return { state, sessionId: session.id };
  });
  if (moved === 'too old') return moved;
  if (moved === null || typeof moved === 'string') return { state: moved, isFinished: false };
  context.logEvent(`payment ${moved.state}`, { payment: paymentId });
  context.sessionNotifier.notify(moved.sessionId);
  return { state: moved.state, isFinished: job !== null };
}

async function applyKnown(known: ProviderState): Promise<PaymentState> {
  await savePayerEmail(known.trx, known);
  return WHEN[known.payment.state](known);
}

/** Makes a step that calls `record` and leaves the state of the payment as it is. */
const beside =
  (record: (known: ProviderState) => Promise<void>): Step =>
  async known => {
    await record(known);
    return known.payment.state;
  };

/** For each state of a payment, the function that applies the payment provider's state. */
const WHEN: Readonly<Record<PaymentState, Step>> = {
  created: whileUnpaid,
  pending: whileUnpaid,
  authorised: whileHeld,
  capturing: whileCapturing,
  releasing: whileReleasing,
  expired: afterClosing,
  captured: beside(recordOutsideRefund),
  capture_failed: beside(recordOutsideCapture),
  released: beside(recordOutsideCapture),
};

async function whileUnpaid(known: ProviderState): Promise<PaymentState> {
  const { state } = known.hold;
  if (state === 'authorised') return beginCharging(known);
  return state === 'expired' || state === 'released' ? closeUnpaid(known) : known.payment.state;
}

/** Starts charging on a new hold. If the order has ended, or charging may not start any more, releases the hold. */
async function beginCharging(known: ProviderState): Promise<PaymentState> {
  const { trx, payment, order, session, hold, now } = known;
  if (order.state !== 'open' || order.paymentId !== payment.id || session.state !== 'draft') return releaseHold(known);
  // A hold below the limit that the driver has chosen would end the session earlier than the driver expects.
  if (hold.authorisedMinor < payment.amountMinor || hold.currency !== payment.currency) {
    const facts = { requestedMinor: payment.amountMinor, heldMinor: hold.authorisedMinor };
    await raiseAlert(trx, { at: now, subjectId: payment.id, why: 'another amount is held than was asked for', facts });
    await endOrder(trx, { order, session, why: 'payment-failed', now });
    return releaseHold(known);
  }
  const unfit = whyNotToChargeOn(payment, hold, now);
  if (unfit !== null) {
    const facts = { pageUntil: iso(payment.expiresAt), lapsesAt: iso(hold.captureBefore) };
    await raiseAlert(trx, { at: now, subjectId: payment.id, why: 'too late to charge on the hold: released', facts });
  }
  const why = unfit ?? (await whyNotToBegin(trx, { order, cardKey: cardKeyOf(known.context.secret, hold), now }));
  if (why !== null) {
    await endOrder(trx, { order, session, why, now });
    return releaseHold(known);
  }
  await transitionOrder(trx, order, 'held');
  await requestStart(trx, session, now);
  return move(known, 'authorised', heldFacts(known));
}

/** Returns the columns of a new hold. The next check is due before its expiry, or in a day if its expiry is unknown. */
function heldFacts({ context, hold, now }: ProviderState) {
  const until = chargesUntil(hold);
  return {
    authorisedAt: now,
    captureBefore: hold.captureBefore,
    cardDigits: hold.cardDigits,
    cardBrand: hold.cardBrand,
    cardKey: cardKeyOf(context.secret, hold),
    nextCheckAt: until ? latest(until, now) : later(now, DAY_MS),
  };
}

/** Moves a payment to 'releasing' and enqueues the release of its hold. */
async function releaseHold(known: ProviderState): Promise<PaymentState> {
  const { trx, payment, now } = known;
  await enqueue(trx, { kind: 'release', subjectId: payment.id, n: payment.keyN, at: now });
  return move(known, 'releasing', { ...heldFacts(known), nextCheckAt: null });
}

/**
 * Ends the session before its hold expires, while its cost can still be captured. A start that the station has not confirmed is
 * given up; if a vehicle is charging nevertheless, the station's report still leads to a bill.
 */
async function whileHeld(known: ProviderState): Promise<PaymentState> {
  const { context, trx, payment, session, hold, now } = known;
  const hasLapsed = hold.state === 'released' || hold.state === 'expired';
  const until = chargesUntil(hold);
  const isEnding = until !== null && until <= now;
  if (!hasLapsed && !isEnding) {
    if (hold.captureBefore === null) await updatePayment(trx, payment, { nextCheckAt: later(now, DAY_MS) });
    return payment.state;
  }
  if (hasLapsed) {
    await raiseAlert(trx, { at: now, subjectId: payment.id, why: 'hold lapsed while charging' });
  } else {
    await updatePayment(trx, payment, { nextCheckAt: later(now, HOUR_MS) });
    if (await isOverdue(context, trx, session))
      await raiseAlertOnce(trx, { at: now, subjectId: session.id, why: 'hold about to lapse, and the session is not over' });
  }
  if (session.state === 'starting') await giveUpStart(trx, { session, why: 'payment-failed', now });
  if (session.state === 'running' || session.state === 'paused') await stopCharging(trx, { session, reason: 'hold-expiry', now });
  return hasLapsed ? move(known, 'released', { nextCheckAt: null, settledAt: now }) : payment.state;
}

async function whileCapturing(known: ProviderState): Promise<PaymentState> {
  const { context, trx, payment, session, hold, now } = known;
  if (hold.state === 'captured') {
    const facts = { capturedMinor: hold.capturedMinor, settledAt: now, nextCheckAt: null, cardDigits: hold.cardDigits };
    const captured = await transitionPayment(trx, payment, 'captured', facts);
    if (!captured) return payment.state;
    if (hold.capturedMinor !== payment.captureMinor) {
      const facts = { chargedMinor: hold.capturedMinor, billedMinor: payment.captureMinor };
      await raiseAlert(trx, { at: now, subjectId: payment.id, why: 'charged otherwise than billed', facts });
    }
    await updateSession(trx, session, {});
    const settled = { ...payment, capturedMinor: hold.capturedMinor, settledAt: now };
    await issueDocument(context, trx, { session, payment: settled, now });
    await enqueuePaymentAdvice(context, trx, { session, payment, now });
    return captured.state;
  }
  if (hold.state !== 'released' && hold.state !== 'expired') return payment.state;
  await raiseAlert(trx, { at: now, subjectId: payment.id, why: 'hold gone before capture' });
  await enqueuePaymentAdvice(context, trx, { session, payment, now });
  return move(known, 'capture_failed', { nextCheckAt: null, settledAt: now });
}

async function whileReleasing(known: ProviderState): Promise<PaymentState> {
  const { trx, payment, order, session, hold, now } = known;
  if (hold.state === 'released' || hold.state === 'expired') {
    await updateSession(trx, session, {});
    if (session.state === 'cancelled' || session.state === 'completed')
      await enqueueEmail(trx, { kind: 'mail-nothing', session, email: order.email, at: now });
    return move(known, 'released', { settledAt: now, nextCheckAt: null });
  }
  if (hold.state !== 'captured') return payment.state;
  await raiseAlert(trx, { at: now, subjectId: payment.id, why: 'captured while releasing' });
  return move(known, 'captured', { capturedMinor: hold.capturedMinor, settledAt: now, nextCheckAt: null });
}

/** If the driver has paid on a closed checkout, releases the hold (rule 3 of docs/decisions/0002). */
async function afterClosing(known: ProviderState): Promise<PaymentState> {
  const { trx, payment, hold } = known;
  if (hold.state === 'authorised') return releaseHold(known);
  if (hold.state === 'open') return payment.state;
  await recordOutsideCapture(known);
  if (hold.state === 'released') await updatePayment(trx, payment, { nextCheckAt: null });
  await endUnpaid(known);
  return payment.state;
}
