import { attendOnce } from './attention.ts';
import { drawDocument } from './issue.ts';
import { type MailKind, promiseMail, sendMail } from './mails.ts';
import { keepCapture, keepRelease } from './moneyPromises.ts';
import type { Desk, Outcome } from './parts.ts';
import { letterOf } from './refundNotes.ts';
import { keepRefund } from './refundPromises.ts';
import { keepCancelStart, keepStart, keepStartTimeout, keepStop } from './stationPromises.ts';
import { findOrder } from './store/orders.ts';
import { claimDue, finish, type OutboxRow, postpone } from './store/outboxRows.ts';
import { findSession } from './store/sessions.ts';
import type { OutboxKind } from './store/tables.ts';
import { keepBill } from './stuckSessions.ts';

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
  bill: keepBill,
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
    const work = desk.outages
      .watch('promises', () => keepOne(desk, row))
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

/** Keeps one promise that has been claimed, or puts it off. @throws only where the database fails at that */
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
  if (!isOurs || attempts < ATTENTION_AFTER) return;
  // At every try from then on: whoever was to tell may have died before.
  const what = { at: desk.clock.now(), subjectId, why: `${kind} fails` as const, facts: { reason }, occasion: row.id };
  await desk.store.inTransaction(trx => attendOnce(trx, what));
}

/** One second, then twice as long each time, up to five minutes, with some jitter. */
function nextTry(desk: Desk, { attempts }: OutboxRow): Date {
  const wait = Math.min(1000 * 2 ** Math.min(attempts, 12), LONGEST_WAIT_MS);
  return new Date(desk.clock.now().getTime() + wait * (0.75 + Math.random() / 4));
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
