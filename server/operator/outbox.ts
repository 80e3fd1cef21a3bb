import type { CancelReason } from '../../shared/session.ts';
import { applyHold, giveUpStart, stopCharging } from './holds.ts';
import { drawDocument } from './issue.ts';
import { type MailKind, promiseMail, sendMail } from './mails.ts';
import { type Desk, LATE_START_GRACE_MS, type Outcome } from './parts.ts';
import { type Hold, ProviderUnavailable } from './ports.ts';
import { tariffTextOf } from './pricing/tariffText.ts';
import { letterOf } from './refundNotes.ts';
import { keepRefund } from './refunds.ts';
import { writeAudit } from './store/audit.ts';
import { getTariff } from './store/catalogue.ts';
import { findOrder } from './store/orders.ts';
import { claimDue, finish, type OutboxRow, postpone, promise } from './store/outboxRows.ts';
import { findPayment, movePayment, notePayment, type PaymentRow } from './store/payments.ts';
import { findSession, moveSession, noteSession, type SessionRow } from './store/sessions.ts';
import type { OutboxKind } from './store/tables.ts';

type Keep = (desk: Desk, row: OutboxRow) => Promise<Outcome>;

/**
 * What was promised in a transaction is done here, each in three steps: check that it is still wanted, call outside with
 * a key that is already stored, commit the answer. A crash between any two of them repeats the row, and the repeat
 * changes nothing.
 */
const KEEP: Readonly<Record<OutboxKind, Keep>> = {
  start: keepStart,
  'start-timeout': keepStartTimeout,
  'cancel-start': keepCancelStart,
  stop: keepStop,
  capture: keepCapture,
  release: keepRelease,
  refund: keepRefund,
  'draw-document': keepDocument,
  'mail-started': keepMail('mail-started'),
  'mail-receipt': keepMail('mail-receipt'),
  'mail-nothing': keepMail('mail-nothing'),
  'mail-blocking': keepMail('mail-blocking'),
  'mail-withdrawal': keepMail('mail-withdrawal'),
  'mail-company': keepMail('mail-company'),
  'mail-refund': keepMail('mail-refund'),
};

const LEASE_MS = 60_000;
/** A crowd of promises is kept in parts: each takes memory, and what waits here is done sooner by another process. */
const MOST_AT_WORK = 50;
const LONGEST_WAIT_MS = 5 * 60_000;
/** About half an hour of trying. */
const ATTENTION_AFTER = 12;

/**
 * Takes up every promise that is due, each by itself: a call that hangs keeps no other driver waiting. `atWork` holds
 * what is not done yet; when that is much, nothing more is begun before something is done. Resolves with how many were begun.
 */
export async function beginPromises(desk: Desk, atWork: Map<number, Promise<void>>): Promise<number> {
  if (!hasRoom(atWork)) return 0;
  const now = desk.clock.now();
  const most = MOST_AT_WORK - atWork.size;
  const rows = await claimDue(desk.store.db, { now, leaseMs: LEASE_MS, most, except: [...atWork.keys()] });
  for (const row of rows) {
    // The database itself may fail here: the row is then taken up again when its lease is over.
    const work = keepOne(desk, row)
      .catch(() => desk.note('promise left to the next', { kind: row.kind, subject: row.subject_id }))
      .finally(() => {
        atWork.delete(row.id);
        desk.hurry();
      });
    atWork.set(row.id, work);
  }
  return rows.length;
}

export const hasRoom = (atWork: ReadonlyMap<number, unknown>): boolean => atWork.size < MOST_AT_WORK;

/** Keeps one promise that has been claimed, or puts it off; never throws. */
export async function keepOne(desk: Desk, row: OutboxRow): Promise<void> {
  try {
    const outcome = await KEEP[row.kind](desk, row);
    if (outcome === 'kept') await finish(desk.store.db, row, desk.clock.now());
    else await tryAgain(desk, row, outcome.again);
  } catch (error) {
    await tryAgain(desk, row, error instanceof Error ? error.name : 'error');
  }
}

/** What fails again and again is somebody's business: it is listed, and tried on. */
async function tryAgain(desk: Desk, row: OutboxRow, reason: string): Promise<void> {
  const { kind, subject_id: subjectId } = row;
  const attempts = row.attempts + 1;
  desk.note('promise not kept yet', { kind, subject: subjectId, attempts, reason });
  const isOurs = await postpone(desk.store.db, row, { until: nextTry(desk, row), reason });
  if (!isOurs || attempts !== ATTENTION_AFTER) return;
  await writeAudit(desk.store.db, {
    at: desk.clock.now(),
    subjectId,
    what: 'attention',
    facts: { why: `${kind} fails`, reason },
  });
}

/** One second, then twice as long each time, up to five minutes, with some jitter. */
function nextTry(desk: Desk, { attempts }: OutboxRow): Date {
  const wait = Math.min(1000 * 2 ** Math.min(attempts, 12), LONGEST_WAIT_MS);
  return new Date(desk.clock.now().getTime() + wait * (0.75 + Math.random() / 4));
}

async function keepStart(desk: Desk, { subject_id }: OutboxRow): Promise<Outcome> {
  const session = await findSession(desk.store.db, subject_id);
  if (session?.state !== 'starting') return 'kept';
  const order = await findOrder(desk.store.db, session.order_id);
  if (!order) return 'kept';
  const tariff = await getTariff(desk.store.db, { id: order.tariff_id, version: order.tariff_version });
  const answer = await desk.stations.start({
    ...{ startId: session.start_id, evseId: session.evse_id, connector: session.connector },
    ...{ limitMinor: order.limit_minor, tariffText: tariffTextOf(tariff) },
  });
  if (answer === 'unknown') return { again: 'unknown' };
  // An earlier try may still be on its way and be accepted: nothing is released before the start is cancelled (rule 1).
  if (answer === 'refused') await askToCancel(desk, session.id, 'refused');
  return 'kept';
}

/** The station said for certain that nothing was or will be started: the order ends and its hold goes back (rule 2). */
async function cancelUnstarted(desk: Desk, sessionId: string): Promise<void> {
  const now = desk.clock.now();
  await desk.store.inTransaction(async trx => {
    const cancelling = await findSession(trx, sessionId);
    if (cancelling?.state !== 'cancelling') return;
    await moveSession(trx, cancelling, 'cancelled', { ended_at: now.getTime(), look_at: null });
    const order = await findOrder(trx, cancelling.order_id);
    const payment = order?.payment_id ? await findPayment(trx, order.payment_id) : null;
    if (payment?.state !== 'authorised') return;
    await movePayment(trx, payment, 'releasing', { look_at: null });
    await promise(trx, { kind: 'release', subjectId: payment.id, n: payment.key_n, at: now });
  });
  desk.note('session cancelled', { session: sessionId });
  desk.announcer.announce(sessionId);
  desk.hurry();
}

async function keepStartTimeout(desk: Desk, { subject_id }: OutboxRow): Promise<Outcome> {
  await askToCancel(desk, subject_id, 'never-started');
  return 'kept';
}

/** Gives a start up, where there is still one to give up. */
export async function askToCancel(desk: Desk, sessionId: string, why: CancelReason): Promise<boolean> {
  const now = desk.clock.now();
  const isAsked = await desk.store.inTransaction(async trx => {
    const session = await findSession(trx, sessionId);
    if (session?.state !== 'starting') return false;
    await giveUpStart(trx, { session, why, now });
    return true;
  });
  desk.announcer.announce(sessionId);
  desk.hurry();
  return isAsked;
}

async function keepCancelStart(desk: Desk, { subject_id, n }: OutboxRow): Promise<Outcome> {
  const session = await findSession(desk.store.db, subject_id);
  if (session?.state !== 'cancelling') return 'kept';
  const answer = await desk.stations.cancelStart({ startId: session.start_id });
  if (answer === 'unknown') return { again: 'unknown' };
  if (answer === 'already-started') await stopLateStart(desk, session);
  else if (desk.stations.tombstones || n > 1) await cancelUnstarted(desk, session.id);
  else await askAgainLater(desk, session.id);
  return 'kept';
}

/** A station that buries no starts may still carry one out: the hold stays until it would have begun (rule 1). */
async function askAgainLater(desk: Desk, sessionId: string): Promise<void> {
  const at = new Date(desk.clock.now().getTime() + LATE_START_GRACE_MS);
  await desk.store.inTransaction(trx => promise(trx, { kind: 'cancel-start', subjectId: sessionId, n: 2, at }));
}

/** It had begun after all: what was charged is stopped, metered and billed. */
async function stopLateStart(desk: Desk, { id }: SessionRow): Promise<void> {
  const now = desk.clock.now();
  await desk.store.inTransaction(async trx => {
    const session = await findSession(trx, id);
    if (session?.state === 'cancelling') await stopCharging(trx, { session, reason: 'late-start', now });
  });
  desk.announcer.announce(id);
  desk.hurry();
}

async function keepStop(desk: Desk, { subject_id }: OutboxRow): Promise<Outcome> {
  const { db } = desk.store;
  const session = await findSession(db, subject_id);
  if (session?.state !== 'stopping') return 'kept';
  const answer = await desk.stations.stop({ startId: session.start_id });
  if (answer === 'unknown') return { again: 'unknown' };
  const now = desk.clock.now();
  await desk.store.inTransaction(async trx => {
    const current = await findSession(trx, subject_id);
    if (current?.state === 'stopping' && current.stop_accepted_at === null)
      await noteSession(trx, current, { stop_accepted_at: now.getTime() });
  });
  return 'kept';
}

async function keepCapture(desk: Desk, { subject_id }: OutboxRow): Promise<Outcome> {
  const payment = await findPayment(desk.store.db, subject_id);
  if (payment?.state !== 'capturing' || payment.ref === null || payment.capture_minor === null) return 'kept';
  const { ref, capture_minor: amountMinor, key_n: n } = payment;
  return settle(desk, payment, () => desk.payments.capture({ ref, amountMinor, key: `capture:${payment.id}:${n}` }));
}

async function keepRelease(desk: Desk, { subject_id }: OutboxRow): Promise<Outcome> {
  const payment = await findPayment(desk.store.db, subject_id);
  if (payment?.state !== 'releasing' || payment.ref === null) return 'kept';
  const { ref, key_n: n } = payment;
  return settle(desk, payment, () => desk.payments.release({ ref, key: `release:${payment.id}:${n}` }));
}

/**
 * One call that moves money. Without an answer the truth is read first; only if the hold is still there the next try uses
 * the next key, because providers replay the answer of a used one, errors included.
 */
async function settle(desk: Desk, payment: PaymentRow, call: () => Promise<Hold>): Promise<Outcome> {
  let hold: Hold;
  try {
    hold = await call();
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    hold = await desk.payments.read(payment.ref ?? '');
  }
  if (hold.state === 'authorised' || hold.state === 'open') {
    await desk.store.inTransaction(async trx => {
      const current = await findPayment(trx, payment.id);
      if (current?.state === payment.state) await notePayment(trx, current, { key_n: payment.key_n + 1 });
    });
    return { again: 'still held' };
  }
  await applyHold(desk, payment.id, hold);
  return 'kept';
}

async function keepDocument(desk: Desk, { subject_id }: OutboxRow): Promise<Outcome> {
  const document = await drawDocument(desk, subject_id);
  if (!document) return 'kept';
  const letter = letterOf(document);
  desk.announcer.announce(document.session_id);
  await desk.store.inTransaction(async trx => {
    const session = await findSession(trx, document.session_id);
    const order = session ? await findOrder(trx, session.order_id) : null;
    if (letter && session && order) await promiseMail(trx, { ...letter, session, email: order.email, at: desk.clock.now() });
  });
  return 'kept';
}

function keepMail(kind: MailKind): Keep {
  return async (desk, { subject_id, n }) => {
    await sendMail(desk, kind, { sessionId: subject_id, n });
    return 'kept';
  };
}
