import type { CancelReason } from '../../../shared/session.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { raiseAlert, raiseAlertOnce } from '../alerts.ts';
import { HOLD_EXPIRY_MARGIN_MS, LAST_VALUE_LIMIT_MS, type OperatorContext } from '../context.ts';
import { issueDocument } from '../documents/issue.ts';
import { enqueueEmail } from '../mail/send.ts';
import { cardKeyOf, whyNotToBegin } from '../orders/limits.ts';
import type { Hold } from '../ports.ts';
import { endOrder, giveUpStart, requestStart, stopCharging } from '../sessions/transitions.ts';
import { writeAudit } from '../store/audit.ts';
import { findOrder, transitionOrder } from '../store/orders.ts';
import { enqueue } from '../store/outboxRows.ts';
import { findPayment, type PaymentRow, transitionPayment, updatePayment } from '../store/payments.ts';
import { findSessionByOrder, type SessionRow, updateSession } from '../store/sessions.ts';
import type { Trx } from '../store/store.ts';
import type { PaymentState } from '../store/tables/tables.ts';
import { recordOutsideCapture, recordOutsideRefund } from './outsideChanges.ts';

/** One answer of the provider and the rows it is about, all inside one transaction. */
interface ProviderState {
  context: OperatorContext;
  trx: Trx;
  payment: PaymentRow;
  hold: Hold;
  now: Date;
}

/** What is enough to end a payment that holds nothing. */
type Unheld = Pick<ProviderState, 'trx' | 'payment' | 'now'>;

/** A page whose address nobody has, and whose time is over: there is nothing to read. */
type Unshown = 'never shown';

/** A payment as it was before the provider was asked about it. */
type Asked = Pick<PaymentRow, 'id' | 'version'>;

/** Reads the truth of a payment and applies it. */
export async function syncPayment(context: OperatorContext, paymentId: string): Promise<void> {
  const asked = await findPayment(context.store.db, paymentId);
  if (asked?.ref) await applyHold(context, asked, await context.payments.read(asked.ref));
}

/**
 * Applies what the provider says of a payment. Return pages, webhooks, the sweeper and the outbox all end here: the only
 * place where a hold's truth moves an order. Applying the same truth twice changes nothing. Of two that ask at once, the one that
 * asked first may be the last to write, and a page that was closed may have been paid since: then the truth is read again.
 */
export async function applyHold(context: OperatorContext, asked: Asked, hold: Hold | Unshown): Promise<void> {
  if (!(await applyIfCurrent(context, asked, hold))) await syncPayment(context, asked.id);
}

/** False: something was written since the provider was asked, and its answer may be older than that. */
async function applyIfCurrent(
  context: OperatorContext,
  { id: paymentId, version }: Asked,
  hold: Hold | Unshown,
): Promise<boolean> {
  const now = context.clock.now();
  const moved = await context.store.inTransaction(async trx => {
    const payment = await findPayment(trx, paymentId);
    if (!payment) return null;
    if (hold !== 'never shown' && payment.version !== version) return 'too old';
    if (hold !== 'never shown') await WHEN[payment.state]({ context, trx, payment, hold, now });
    else if (payment.state === 'created') await closeUnpaid({ trx, payment, now }, 'payment-expired');
    else if (payment.state === 'expired') await endUnpaid({ trx, payment, now }, 'payment-expired');
    const after = await findPayment(trx, paymentId);
    if (after === null || after.state === payment.state) return null;
    await writeAudit(trx, { at: now, subjectId: paymentId, what: `payment ${after.state}`, facts: { from: payment.state } });
    return { state: after.state, session: await findSessionByOrder(trx, payment.order_id) };
  });
  if (moved === 'too old') return false;
  if (!moved) return true;
  context.logEvent(`payment ${moved.state}`, { payment: paymentId });
  if (moved.session) context.sessionNotifier.notify(moved.session.id);
  context.wake();
  return true;
}

/** What each state makes of the truth. */
const WHEN: Readonly<Record<PaymentState, (truth: ProviderState) => Promise<void>>> = {
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

async function whileUnpaid(truth: ProviderState): Promise<void> {
  const { hold } = truth;
  if (hold.state === 'authorised') await beginCharging(truth);
  else if (hold.state === 'expired' || hold.state === 'released') await closeUnpaid(truth, 'payment-expired');
}

/** The hold exists: charging begins, unless the order no longer wants it or somebody else has the plug. */
async function beginCharging(truth: ProviderState): Promise<void> {
  const { trx, payment, hold, now } = truth;
  const order = await findOrder(trx, payment.order_id);
  const session = order ? await findSessionByOrder(trx, order.id) : null;
  if (!order || !session || order.state !== 'open' || order.payment_id !== payment.id || session.state !== 'draft') {
    await releaseHold(truth);
    return;
  }
  // Charging would be paid for up to the limit that was asked for; with less there is no charging.
  if (hold.authorisedMinor < payment.amount_minor || hold.currency !== payment.currency) {
    const facts = { askedMinor: payment.amount_minor, heldMinor: hold.authorisedMinor };
    await raiseAlert(trx, { at: now, subjectId: payment.id, why: 'another amount is held than was asked for', facts });
    await releaseHold(truth);
    await endOrder(trx, { order, session, why: 'payment-failed', now });
    return;
  }
  const why = await whyNotToBegin(trx, { order, cardKey: cardKeyOf(truth.context.secret, hold), now });
  if (why !== null) {
    await releaseHold(truth);
    await endOrder(trx, { order, session, why, now });
    return;
  }
  await transitionPayment(trx, payment, 'authorised', heldFacts(truth));
  await transitionOrder(trx, order, 'held');
  await requestStart(trx, session, now);
}

/** What the provider tells of a hold, as columns. The hold is looked at again before it lapses; if nobody says when, daily. */
function heldFacts({ context, hold, now }: ProviderState) {
  const lookAt = hold.captureBefore ? hold.captureBefore.getTime() - HOLD_EXPIRY_MARGIN_MS : now.getTime() + DAY_MS;
  return {
    authorised_at: now.getTime(),
    capture_before: hold.captureBefore?.getTime() ?? null,
    card_digits: JSON.stringify(hold.cardDigits),
    card_brand: hold.cardBrand,
    card_key: cardKeyOf(context.secret, hold),
    look_at: Math.max(lookAt, now.getTime()),
  };
}

/** Enqueues giving the money back: from whatever state a hold was found in. */
async function releaseHold(truth: ProviderState): Promise<void> {
  const { trx, payment, now } = truth;
  await transitionPayment(trx, payment, 'releasing', { ...heldFacts(truth), look_at: null });
  await enqueue(trx, { kind: 'release', subjectId: payment.id, n: payment.key_n, at: now });
}

/** The page closed without a payment; until nobody can have paid on it any more, it is looked at on. */
async function closeUnpaid(truth: Unheld, why: CancelReason): Promise<void> {
  const { trx, payment, now } = truth;
  const lookAt = payment.ref === null ? null : now.getTime() + 60_000;
  await transitionPayment(trx, payment, 'expired', { look_at: lookAt, settled_at: now.getTime() });
  await endUnpaid(truth, why);
}

/** An order ends with its payment, unless a later one took its place. */
async function endUnpaid({ trx, payment, now }: Unheld, why: CancelReason): Promise<void> {
  const order = await findOrder(trx, payment.order_id);
  const session = order ? await findSessionByOrder(trx, order.id) : null;
  if (order?.payment_id === payment.id && order.state === 'open' && session) await endOrder(trx, { order, session, why, now });
}

/**
 * A hold that is about to lapse ends the session while there is still something to capture. A start is waited for, but
 * not without a hold.
 */
async function whileHeld({ trx, payment, hold, now }: ProviderState): Promise<void> {
  const isGone = hold.state === 'released' || hold.state === 'expired';
  const isEnding = hold.captureBefore !== null && hold.captureBefore.getTime() - HOLD_EXPIRY_MARGIN_MS <= now.getTime();
  if (!isGone && !isEnding) {
    if (hold.captureBefore === null) await updatePayment(trx, payment, { look_at: now.getTime() + DAY_MS });
    return;
  }
  const session = await findSessionByOrder(trx, payment.order_id);
  if (isGone) {
    await transitionPayment(trx, payment, 'released', { look_at: null, settled_at: now.getTime() });
    await raiseAlert(trx, { at: now, subjectId: payment.id, why: 'hold lapsed while charging' });
    if (session?.state === 'starting') await giveUpStart(trx, { session, why: 'payment-failed', now });
  } else {
    await updatePayment(trx, payment, { look_at: now.getTime() + (session?.state === 'starting' ? 10_000 : 3_600_000) });
    if (session && isStuck(session, now))
      await raiseAlertOnce(trx, { at: now, subjectId: session.id, why: 'hold about to lapse, and the session is not over' });
  }
  if (session?.state === 'running' || session?.state === 'paused')
    await stopCharging(trx, { session, reason: 'hold-expiry', now });
}

/** Nobody has heard for long what became of it. */
function isStuck({ state, stop_asked_at, start_by }: SessionRow, now: Date): boolean {
  const since = state === 'stopping' ? stop_asked_at : start_by;
  return (state === 'stopping' || state === 'cancelling') && (since ?? 0) + LAST_VALUE_LIMIT_MS <= now.getTime();
}

async function whileCapturing(truth: ProviderState): Promise<void> {
  const { context, trx, payment, hold, now } = truth;
  if (hold.state === 'captured') {
    const facts = {
      captured_minor: hold.capturedMinor,
      settled_at: now.getTime(),
      look_at: null,
      card_digits: JSON.stringify(hold.cardDigits),
    };
    if (!(await transitionPayment(trx, payment, 'captured', facts))) return;
    if (hold.capturedMinor !== payment.capture_minor) {
      const facts = { chargedMinor: hold.capturedMinor, billedMinor: payment.capture_minor };
      await raiseAlert(trx, { at: now, subjectId: payment.id, why: 'charged otherwise than billed', facts });
    }
    const session = await findSessionByOrder(trx, payment.order_id);
    if (session) {
      await updateSession(trx, session, {});
      await issueDocument(context, trx, {
        session,
        payment: { ...payment, captured_minor: hold.capturedMinor, settled_at: now.getTime() },
        now,
      });
    }
  } else if (hold.state === 'released' || hold.state === 'expired') {
    await transitionPayment(trx, payment, 'capture_failed', { look_at: null, settled_at: now.getTime() });
    await raiseAlert(trx, { at: now, subjectId: payment.id, why: 'hold gone before capture' });
  }
}

async function whileReleasing({ trx, payment, hold, now }: ProviderState): Promise<void> {
  if (hold.state === 'released' || hold.state === 'expired') {
    await transitionPayment(trx, payment, 'released', { settled_at: now.getTime(), look_at: null });
    const session = await findSessionByOrder(trx, payment.order_id);
    if (session) await updateSession(trx, session, {});
    const order = await findOrder(trx, payment.order_id);
    if ((session?.state === 'cancelled' || session?.state === 'completed') && order)
      await enqueueEmail(trx, { kind: 'mail-nothing', session, email: order.email, at: now });
  } else if (hold.state === 'captured') {
    await transitionPayment(trx, payment, 'captured', {
      captured_minor: hold.capturedMinor,
      settled_at: now.getTime(),
      look_at: null,
    });
    await raiseAlert(trx, { at: now, subjectId: payment.id, why: 'captured while releasing' });
  }
}

/** Rule 3: a page we thought closed was paid after all; its hold goes back by itself. Until then it is looked at on. */
async function afterClosing(truth: ProviderState): Promise<void> {
  const { trx, payment, hold } = truth;
  if (hold.state === 'authorised') await releaseHold(truth);
  else if (hold.state !== 'open') {
    await recordOutsideCapture(truth);
    if (hold.state === 'released') await updatePayment(trx, payment, { look_at: null });
    await endUnpaid(truth, 'payment-expired');
  }
}
