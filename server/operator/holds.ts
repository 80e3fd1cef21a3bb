import type { CancelReason } from '../../shared/session.ts';
import { attend, attendOnce } from './attention.ts';
import { noteGivenBack, noteTaken } from './givenBack.ts';
import { issueDocument } from './issue.ts';
import { cardKeyOf, whyNotToBegin } from './limits.ts';
import { promiseMail } from './mails.ts';
import { type Desk, HOLD_EXPIRY_MARGIN_MS, LAST_VALUE_LIMIT_MS } from './parts.ts';
import type { Hold } from './ports.ts';
import { endOrder, giveUpStart, startSession, stopCharging } from './sessionMoves.ts';
import { writeAudit } from './store/audit.ts';
import { findOrder, moveOrder } from './store/orders.ts';
import { promise } from './store/outboxRows.ts';
import { findPayment, movePayment, notePayment, type PaymentRow } from './store/payments.ts';
import { findSessionByOrder, noteSession, type SessionRow } from './store/sessions.ts';
import type { Trx } from './store/store.ts';
import type { PaymentState } from './store/tables.ts';

const DAY_MS = 86_400_000;

/** One answer of the provider and the rows it is about, all inside one transaction. */
interface Truth {
  desk: Desk;
  trx: Trx;
  payment: PaymentRow;
  hold: Hold;
  now: Date;
}

/** What is enough to end a payment that holds nothing. */
type Unheld = Pick<Truth, 'trx' | 'payment' | 'now'>;

/** A page whose address nobody has, and whose time is over: there is nothing to read. */
type Unshown = 'never shown';

/** A payment as it was before the provider was asked about it. */
type Asked = Pick<PaymentRow, 'id' | 'version'>;

/** Reads the truth of a payment and applies it. */
export async function learn(desk: Desk, paymentId: string): Promise<void> {
  const asked = await findPayment(desk.store.db, paymentId);
  if (asked?.ref) await applyHold(desk, asked, await desk.payments.read(asked.ref));
}

/**
 * Applies what the provider says of a payment. Return pages, webhooks, the sweeper and the outbox all end here: the only
 * place where a hold's truth moves an order. Applying the same truth twice changes nothing. Of two that ask at once, the one that
 * asked first may be the last to write, and a page that was closed may have been paid since: then the truth is read again.
 */
export async function applyHold(desk: Desk, asked: Asked, hold: Hold | Unshown): Promise<void> {
  if (!(await isApplied(desk, asked, hold))) await learn(desk, asked.id);
}

/** False: something was written since the provider was asked, and its answer may be older than that. */
async function isApplied(desk: Desk, { id: paymentId, version }: Asked, hold: Hold | Unshown): Promise<boolean> {
  const now = desk.clock.now();
  const moved = await desk.store.inTransaction(async trx => {
    const payment = await findPayment(trx, paymentId);
    if (!payment) return null;
    if (hold !== 'never shown' && payment.version !== version) return 'too old';
    if (hold !== 'never shown') await WHEN[payment.state]({ desk, trx, payment, hold, now });
    else if (payment.state === 'created') await closeUnpaid({ trx, payment, now }, 'payment-expired');
    else if (payment.state === 'expired') await endUnpaid({ trx, payment, now }, 'payment-expired');
    const after = await findPayment(trx, paymentId);
    if (after === null || after.state === payment.state) return null;
    await writeAudit(trx, { at: now, subjectId: paymentId, what: `payment ${after.state}`, facts: { from: payment.state } });
    return { state: after.state, session: await findSessionByOrder(trx, payment.order_id) };
  });
  if (moved === 'too old') return false;
  if (!moved) return true;
  desk.note(`payment ${moved.state}`, { payment: paymentId });
  if (moved.session) desk.announcer.announce(moved.session.id);
  desk.hurry();
  return true;
}

/** What each state makes of the truth. */
const WHEN: Readonly<Record<PaymentState, (truth: Truth) => Promise<void>>> = {
  created: whileUnpaid,
  pending: whileUnpaid,
  authorised: whileHeld,
  capturing: whileCapturing,
  releasing: whileReleasing,
  expired: afterClosing,
  captured: noteGivenBack,
  capture_failed: noteTaken,
  released: noteTaken,
};

async function whileUnpaid(truth: Truth): Promise<void> {
  const { hold } = truth;
  if (hold.state === 'authorised') await beginCharging(truth);
  else if (hold.state === 'expired' || hold.state === 'released') await closeUnpaid(truth, 'payment-expired');
}

/** The hold exists: charging begins, unless the order no longer wants it or somebody else has the plug. */
async function beginCharging(truth: Truth): Promise<void> {
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
    await attend(trx, { at: now, subjectId: payment.id, why: 'another amount is held than was asked for', facts });
    await releaseHold(truth);
    await endOrder(trx, { order, session, why: 'payment-failed', now });
    return;
  }
  const why = await whyNotToBegin(trx, { order, cardKey: cardKeyOf(truth.desk.secret, hold), now });
  if (why !== null) {
    await releaseHold(truth);
    await endOrder(trx, { order, session, why, now });
    return;
  }
  await movePayment(trx, payment, 'authorised', heldFacts(truth));
  await moveOrder(trx, order, 'held');
  await startSession(trx, session, now);
}

/** What the provider tells of a hold, as columns. The hold is looked at again before it lapses; if nobody says when, daily. */
function heldFacts({ desk, hold, now }: Truth) {
  const lookAt = hold.captureBefore ? hold.captureBefore.getTime() - HOLD_EXPIRY_MARGIN_MS : now.getTime() + DAY_MS;
  return {
    authorised_at: now.getTime(),
    capture_before: hold.captureBefore?.getTime() ?? null,
    card_digits: JSON.stringify(hold.cardDigits),
    card_brand: hold.cardBrand,
    card_key: cardKeyOf(desk.secret, hold),
    look_at: Math.max(lookAt, now.getTime()),
  };
}

/** The promise to give the money back: from whatever state a hold was found in. */
async function releaseHold(truth: Truth): Promise<void> {
  const { trx, payment, now } = truth;
  await movePayment(trx, payment, 'releasing', { ...heldFacts(truth), look_at: null });
  await promise(trx, { kind: 'release', subjectId: payment.id, n: payment.key_n, at: now });
}

/** The page closed without a payment; until nobody can have paid on it any more, it is looked at on. */
async function closeUnpaid(truth: Unheld, why: CancelReason): Promise<void> {
  const { trx, payment, now } = truth;
  const lookAt = payment.ref === null ? null : now.getTime() + 60_000;
  await movePayment(trx, payment, 'expired', { look_at: lookAt, settled_at: now.getTime() });
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
async function whileHeld({ trx, payment, hold, now }: Truth): Promise<void> {
  const isGone = hold.state === 'released' || hold.state === 'expired';
  const isEnding = hold.captureBefore !== null && hold.captureBefore.getTime() - HOLD_EXPIRY_MARGIN_MS <= now.getTime();
  if (!isGone && !isEnding) {
    if (hold.captureBefore === null) await notePayment(trx, payment, { look_at: now.getTime() + DAY_MS });
    return;
  }
  const session = await findSessionByOrder(trx, payment.order_id);
  if (isGone) {
    await movePayment(trx, payment, 'released', { look_at: null, settled_at: now.getTime() });
    await attend(trx, { at: now, subjectId: payment.id, why: 'hold lapsed while charging' });
    if (session?.state === 'starting') await giveUpStart(trx, { session, why: 'payment-failed', now });
  } else {
    await notePayment(trx, payment, { look_at: now.getTime() + (session?.state === 'starting' ? 10_000 : 3_600_000) });
    if (session && isStuck(session, now))
      await attendOnce(trx, { at: now, subjectId: session.id, why: 'hold about to lapse, and the session is not over' });
  }
  if (session?.state === 'running' || session?.state === 'paused')
    await stopCharging(trx, { session, reason: 'hold-expiry', now });
}

/** Nobody has heard for long what became of it. */
function isStuck({ state, stop_asked_at, start_by }: SessionRow, now: Date): boolean {
  const since = state === 'stopping' ? stop_asked_at : start_by;
  return (state === 'stopping' || state === 'cancelling') && (since ?? 0) + LAST_VALUE_LIMIT_MS <= now.getTime();
}

async function whileCapturing(truth: Truth): Promise<void> {
  const { desk, trx, payment, hold, now } = truth;
  if (hold.state === 'captured') {
    const facts = {
      captured_minor: hold.capturedMinor,
      settled_at: now.getTime(),
      look_at: null,
      card_digits: JSON.stringify(hold.cardDigits),
    };
    if (!(await movePayment(trx, payment, 'captured', facts))) return;
    if (hold.capturedMinor !== payment.capture_minor) {
      const facts = { chargedMinor: hold.capturedMinor, billedMinor: payment.capture_minor };
      await attend(trx, { at: now, subjectId: payment.id, why: 'charged otherwise than billed', facts });
    }
    const session = await findSessionByOrder(trx, payment.order_id);
    if (session) {
      await noteSession(trx, session, {});
      await issueDocument(desk, trx, {
        session,
        payment: { ...payment, captured_minor: hold.capturedMinor, settled_at: now.getTime() },
        now,
      });
    }
  } else if (hold.state === 'released' || hold.state === 'expired') {
    await movePayment(trx, payment, 'capture_failed', { look_at: null, settled_at: now.getTime() });
    await attend(trx, { at: now, subjectId: payment.id, why: 'hold gone before capture' });
  }
}

async function whileReleasing({ trx, payment, hold, now }: Truth): Promise<void> {
  if (hold.state === 'released' || hold.state === 'expired') {
    await movePayment(trx, payment, 'released', { settled_at: now.getTime(), look_at: null });
    const session = await findSessionByOrder(trx, payment.order_id);
    if (session) await noteSession(trx, session, {});
    const order = await findOrder(trx, payment.order_id);
    if ((session?.state === 'cancelled' || session?.state === 'completed') && order)
      await promiseMail(trx, { kind: 'mail-nothing', session, email: order.email, at: now });
  } else if (hold.state === 'captured') {
    await movePayment(trx, payment, 'captured', { captured_minor: hold.capturedMinor, settled_at: now.getTime(), look_at: null });
    await attend(trx, { at: now, subjectId: payment.id, why: 'captured while releasing' });
  }
}

/** Rule 3: a page we thought closed was paid after all; its hold goes back by itself. Until then it is looked at on. */
async function afterClosing(truth: Truth): Promise<void> {
  const { trx, payment, hold } = truth;
  if (hold.state === 'authorised') await releaseHold(truth);
  else if (hold.state !== 'open') {
    await noteTaken(truth);
    if (hold.state === 'released') await notePayment(trx, payment, { look_at: null });
    await endUnpaid(truth, 'payment-expired');
  }
}
