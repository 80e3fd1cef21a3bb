import type { CancelReason } from '../../../shared/session.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { raiseAlert, raiseAlertOnce } from '../alerts.ts';
import { HOLD_EXPIRY_MARGIN_MS, type OperatorContext } from '../context.ts';
import { issueDocument } from '../documents/issue.ts';
import { later, latest } from '../instants.ts';
import { enqueueEmail } from '../mail/send.ts';
import { cardKeyOf, whyNotToBegin } from '../orders/limits.ts';
import type { Hold } from '../ports.ts';
import { enqueueTelling } from '../sessions/accounts/tellPayment.ts';
import { isOverdue } from '../sessions/overdue.ts';
import { endOrder, giveUpStart, requestStart, stopCharging } from '../sessions/transitions.ts';
import { writeAudit } from '../store/audit.ts';
import { findOrder, transitionOrder } from '../store/orders.ts';
import { enqueue } from '../store/outboxRows.ts';
import { findPayment, type PaymentRecord, transitionPayment, updatePayment } from '../store/payments.ts';
import { findSessionByOrder, updateSession } from '../store/sessions.ts';
import type { Trx } from '../store/store.ts';
import type { PaymentState } from '../store/tables/tables.ts';
import { recordOutsideCapture, recordOutsideRefund } from './outsideChanges.ts';
import { keepPayerEmail } from './payerEmail.ts';

/** One answer of the provider and the rows it is about, all inside one transaction. */
interface ProviderState {
  context: OperatorContext;
  trx: Trx;
  payment: PaymentRecord;
  hold: Hold;
  now: Date;
}

/** What is needed to end a payment that holds nothing. */
type Unheld = Pick<ProviderState, 'trx' | 'payment' | 'now'>;

/** Instead of the provider's state: the page has expired and nobody ever got its address. */
type Unshown = 'never shown';

/** A payment as it was before the provider was asked about it. */
type Asked = Pick<PaymentRecord, 'id' | 'version'>;

/** Reads the provider's state of a payment and applies it. */
export async function syncPayment(context: OperatorContext, paymentId: string): Promise<PaymentState | null> {
  const asked = await findPayment(context.store.db, paymentId);
  return asked?.ref ? applyHold(context, asked, await context.payments.read(asked.ref)) : (asked?.state ?? null);
}

/**
 * Applies the provider's state of a payment. Return pages, webhooks, the sweeper and the outbox all end here: the only place
 * where a hold changes an order. Applying the same state twice changes nothing. Of two readers at once, the one that asked first
 * may write last, and a closed page may have been paid in between: a state that is older than the row is read again.
 * Answers the payment’s state from now on; null: there is no such payment.
 */
export async function applyHold(context: OperatorContext, asked: Asked, hold: Hold | Unshown): Promise<PaymentState | null> {
  const state = await applyIfCurrent(context, asked, hold);
  return state === 'too old' ? syncPayment(context, asked.id) : state;
}

/** The payment's state from now on. Too old: the row was written since the provider was asked, so the answer may be out of date. */
async function applyIfCurrent(
  context: OperatorContext,
  { id: paymentId, version }: Asked,
  hold: Hold | Unshown,
): Promise<PaymentState | 'too old' | null> {
  const now = context.clock.now();
  const moved = await context.store.inTransaction(async trx => {
    const payment = await findPayment(trx, paymentId);
    if (!payment) return null;
    if (hold !== 'never shown' && payment.version !== version) return 'too old';
    if (hold !== 'never shown') await applyKnown({ context, trx, payment, hold, now });
    else if (payment.state === 'created') await closeUnpaid({ trx, payment, now }, 'payment-expired');
    else if (payment.state === 'expired') await endUnpaid({ trx, payment, now }, 'payment-expired');
    const after = await findPayment(trx, paymentId);
    if (after === null || after.state === payment.state) return payment.state;
    await writeAudit(trx, { at: now, subjectId: paymentId, what: `payment ${after.state}`, facts: { from: payment.state } });
    return { state: after.state, session: await findSessionByOrder(trx, payment.orderId) };
  });
  if (moved === null || typeof moved === 'string') return moved;
  context.logEvent(`payment ${moved.state}`, { payment: paymentId });
  if (moved.session) context.sessionNotifier.notify(moved.session.id);
  context.wake();
  return moved.state;
}

async function applyKnown(known: ProviderState): Promise<void> {
  await keepPayerEmail(known.trx, known);
  await WHEN[known.payment.state](known);
}

/** What the provider's state means for a payment in each of our states. */
const WHEN: Readonly<Record<PaymentState, (known: ProviderState) => Promise<void>>> = {
  created: whileUnpaid,
  pending: whileUnpaid,
  authorised: whileHeld,
  capturing: whileCapturing,
  releasing: whileReleasing,
  expired: afterClosing,
  captured: recordOutsideRefund,
  capture_failed: recordOutsideCapture,
  released: recordOutsideCapture,
};

async function whileUnpaid(known: ProviderState): Promise<void> {
  const { state } = known.hold;
  if (state === 'authorised') await beginCharging(known);
  else if (state === 'expired' || state === 'released') await closeUnpaid(known, 'payment-expired');
}

/** The hold exists: charging begins, unless the order no longer wants it or somebody else has the plug. */
async function beginCharging(known: ProviderState): Promise<void> {
  const { trx, payment, hold, now } = known;
  const order = await findOrder(trx, payment.orderId);
  const session = order ? await findSessionByOrder(trx, order.id) : null;
  if (!order || !session || order.state !== 'open' || order.paymentId !== payment.id || session.state !== 'draft') {
    await releaseHold(known);
    return;
  }
  // The driver was promised charging up to the chosen limit, so a smaller hold starts nothing.
  if (hold.authorisedMinor < payment.amountMinor || hold.currency !== payment.currency) {
    const facts = { askedMinor: payment.amountMinor, heldMinor: hold.authorisedMinor };
    await raiseAlert(trx, { at: now, subjectId: payment.id, why: 'another amount is held than was asked for', facts });
    await releaseHold(known);
    await endOrder(trx, { order, session, why: 'payment-failed', now });
    return;
  }
  const why = await whyNotToBegin(trx, { order, cardKey: cardKeyOf(known.context.secret, hold), now });
  if (why !== null) {
    await releaseHold(known);
    await endOrder(trx, { order, session, why, now });
    return;
  }
  await transitionPayment(trx, payment, 'authorised', heldFacts(known));
  await transitionOrder(trx, order, 'held');
  await requestStart(trx, session, now);
}

/** The facts of a hold, as columns. It is read again before it lapses; daily where the provider does not say when that is. */
function heldFacts({ context, hold, now }: ProviderState) {
  const { captureBefore } = hold;
  return {
    authorisedAt: now,
    captureBefore,
    cardDigits: hold.cardDigits,
    cardBrand: hold.cardBrand,
    cardKey: cardKeyOf(context.secret, hold),
    lookAt: captureBefore ? latest(later(captureBefore, -HOLD_EXPIRY_MARGIN_MS), now) : later(now, DAY_MS),
  };
}

/** Enqueues the release, from whatever state the hold was found in. */
async function releaseHold(known: ProviderState): Promise<void> {
  const { trx, payment, now } = known;
  await transitionPayment(trx, payment, 'releasing', { ...heldFacts(known), lookAt: null });
  await enqueue(trx, { kind: 'release', subjectId: payment.id, n: payment.keyN, at: now });
}

/** The page closed unpaid. It goes on being read until nobody can have paid on it any more. */
async function closeUnpaid(known: Unheld, why: CancelReason): Promise<void> {
  const { trx, payment, now } = known;
  const lookAt = payment.ref === null ? null : later(now, 60_000);
  await transitionPayment(trx, payment, 'expired', { lookAt, settledAt: now });
  await endUnpaid(known, why);
}

/** An order ends with its payment, unless a later payment has taken its place. */
async function endUnpaid({ trx, payment, now }: Unheld, why: CancelReason): Promise<void> {
  const order = await findOrder(trx, payment.orderId);
  const session = order ? await findSessionByOrder(trx, order.id) : null;
  if (order?.paymentId === payment.id && order.state === 'open' && session) await endOrder(trx, { order, session, why, now });
}

/**
 * A hold that is about to lapse ends the session while there is still something to capture. A start that is under way may
 * still succeed, but is given up when the hold is gone.
 */
async function whileHeld({ context, trx, payment, hold, now }: ProviderState): Promise<void> {
  const isGone = hold.state === 'released' || hold.state === 'expired';
  const isEnding = hold.captureBefore !== null && later(hold.captureBefore, -HOLD_EXPIRY_MARGIN_MS) <= now;
  if (!isGone && !isEnding) {
    if (hold.captureBefore === null) await updatePayment(trx, payment, { lookAt: later(now, DAY_MS) });
    return;
  }
  const session = await findSessionByOrder(trx, payment.orderId);
  if (isGone) {
    await transitionPayment(trx, payment, 'released', { lookAt: null, settledAt: now });
    await raiseAlert(trx, { at: now, subjectId: payment.id, why: 'hold lapsed while charging' });
    if (session?.state === 'starting') await giveUpStart(trx, { session, why: 'payment-failed', now });
  } else {
    await updatePayment(trx, payment, { lookAt: later(now, session?.state === 'starting' ? 10_000 : 3_600_000) });
    if (session && (await isOverdue(context, trx, session)))
      await raiseAlertOnce(trx, { at: now, subjectId: session.id, why: 'hold about to lapse, and the session is not over' });
  }
  if (session?.state === 'running' || session?.state === 'paused')
    await stopCharging(trx, { session, reason: 'hold-expiry', now });
}

async function whileCapturing(known: ProviderState): Promise<void> {
  const { context, trx, payment, hold, now } = known;
  if (hold.state === 'captured') {
    const facts = { capturedMinor: hold.capturedMinor, settledAt: now, lookAt: null, cardDigits: hold.cardDigits };
    if (!(await transitionPayment(trx, payment, 'captured', facts))) return;
    if (hold.capturedMinor !== payment.captureMinor) {
      const facts = { chargedMinor: hold.capturedMinor, billedMinor: payment.captureMinor };
      await raiseAlert(trx, { at: now, subjectId: payment.id, why: 'charged otherwise than billed', facts });
    }
    const session = await findSessionByOrder(trx, payment.orderId);
    if (session) {
      await updateSession(trx, session, {});
      await issueDocument(context, trx, {
        session,
        payment: { ...payment, capturedMinor: hold.capturedMinor, settledAt: now },
        now,
      });
      await enqueueTelling(context, trx, { session, payment, now });
    }
  } else if (hold.state === 'released' || hold.state === 'expired') {
    await transitionPayment(trx, payment, 'capture_failed', { lookAt: null, settledAt: now });
    await raiseAlert(trx, { at: now, subjectId: payment.id, why: 'hold gone before capture' });
    const session = await findSessionByOrder(trx, payment.orderId);
    if (session) await enqueueTelling(context, trx, { session, payment, now });
  }
}

async function whileReleasing({ trx, payment, hold, now }: ProviderState): Promise<void> {
  if (hold.state === 'released' || hold.state === 'expired') {
    await transitionPayment(trx, payment, 'released', { settledAt: now, lookAt: null });
    const session = await findSessionByOrder(trx, payment.orderId);
    if (session) await updateSession(trx, session, {});
    const order = await findOrder(trx, payment.orderId);
    if ((session?.state === 'cancelled' || session?.state === 'completed') && order)
      await enqueueEmail(trx, { kind: 'mail-nothing', session, email: order.email, at: now });
  } else if (hold.state === 'captured') {
    await transitionPayment(trx, payment, 'captured', {
      capturedMinor: hold.capturedMinor,
      settledAt: now,
      lookAt: null,
    });
    await raiseAlert(trx, { at: now, subjectId: payment.id, why: 'captured while releasing' });
  }
}

/** A page that counted as closed may have been paid after all: its hold is released (rule 3 of docs/decisions/0002). */
async function afterClosing(known: ProviderState): Promise<void> {
  const { trx, payment, hold } = known;
  if (hold.state === 'authorised') await releaseHold(known);
  else if (hold.state !== 'open') {
    await recordOutsideCapture(known);
    if (hold.state === 'released') await updatePayment(trx, payment, { lookAt: null });
    await endUnpaid(known, 'payment-expired');
  }
}
