import { DAY_MS, HOUR_MS, iso } from '../../../shared/model/time.ts';
import type { Hold } from '../../core/ports/ports.ts';
import { later, latest } from '../../core/records/instants.ts';
import { raiseAlert, raiseAlertOnce } from '../../runtime/alerts.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { writeAudit } from '../../store/jobs/audit.ts';
import { finish } from '../../store/jobs/claims.ts';
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

/** Instead of the provider's state: the page has expired and nobody ever got its address. */
type Unshown = 'never shown';

/** A payment as it was before the provider was asked about it. */
type PaymentSnapshot = Pick<PaymentRecord, 'id' | 'version'>;

/** Reads the provider's state of a payment, as its row was just read, and applies it. */
export async function syncPayment(
  context: OperatorContext,
  requested: Pick<PaymentRecord, 'id' | 'version' | 'ref' | 'state'>,
): Promise<PaymentState | null> {
  return requested.ref === null ? requested.state : applyHold(context, requested, await context.payments.read(requested.ref));
}

/**
 * Applies the provider's state of a payment. Return pages, webhooks, the sweeper and the outbox all end here: the only place
 * where a hold changes an order. Applying the same state twice changes nothing. Of two readers at once, the one that asked first
 * may write last, and a closed page may have been paid in between: a state that is older than the row is read again.
 * Answers the payment’s state from now on; null: there is no such payment.
 */
export async function applyHold(
  context: OperatorContext,
  requested: PaymentSnapshot,
  hold: Hold | Unshown,
): Promise<PaymentState | null> {
  return (await applyInJob(context, requested, { hold, job: null })).state;
}

/** The same for a job, which is finished in the transaction that its answer changes something in; then `isFinished`. */
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
  /** The payment's from now on; null: there is no such payment. */
  state: PaymentState | null;
  isFinished: boolean;
}

/** Too old: the row was written since the provider was asked, so the answer may be out of date. */
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

/** Records something beside a payment that stays as it is. */
const beside =
  (record: (known: ProviderState) => Promise<void>): Step =>
  async known => {
    await record(known);
    return known.payment.state;
  };

/** What the provider's state means for a payment in each of our states. */
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

/** The hold exists: charging begins, unless the order no longer wants it, it is too late, or somebody else has the plug. */
async function beginCharging(known: ProviderState): Promise<PaymentState> {
  const { trx, payment, order, session, hold, now } = known;
  if (order.state !== 'open' || order.paymentId !== payment.id || session.state !== 'draft') return releaseHold(known);
  // The driver was promised charging up to the chosen limit, so a smaller hold starts nothing.
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

/** The facts of a hold, as columns. It is read again before it lapses; daily where the provider does not say when that is. */
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

/** Enqueues the release, from whatever state the hold was found in. */
async function releaseHold(known: ProviderState): Promise<PaymentState> {
  const { trx, payment, now } = known;
  await enqueue(trx, { kind: 'release', subjectId: payment.id, n: payment.keyN, at: now });
  return move(known, 'releasing', { ...heldFacts(known), nextCheckAt: null });
}

/**
 * A hold that is about to lapse ends the session while there is still something to capture. A start that is under way is given
 * up: should a vehicle charge already, the station says so, and what it took is billed.
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

/** A page that counted as closed may have been paid after all: its hold is released (rule 3 of docs/decisions/0002). */
async function afterClosing(known: ProviderState): Promise<PaymentState> {
  const { trx, payment, hold } = known;
  if (hold.state === 'authorised') return releaseHold(known);
  if (hold.state === 'open') return payment.state;
  await recordOutsideCapture(known);
  if (hold.state === 'released') await updatePayment(trx, payment, { nextCheckAt: null });
  await endUnpaid(known);
  return payment.state;
}
