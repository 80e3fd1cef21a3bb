import { MINUTE_MS } from '../../../shared/time.ts';
import { raiseAlertOnce } from '../alerts.ts';
import { handleBill } from '../backoffice/stuckSessions.ts';
import type { OperatorContext, Outcome } from '../context.ts';
import { drawDocument } from '../documents/issue.ts';
import { enqueueEmail, type MailKind, sendEmail } from '../mail/send.ts';
import { handleCapture, handleRelease } from '../payments/capture.ts';
import { handleRefund } from '../payments/refundJobs.ts';
import { emailOf } from '../payments/refundNotes.ts';
import { handleCancelStart, handleStart, handleStartTimeout, handleStop } from '../sessions/stationJobs.ts';
import { findOrder } from '../store/orders.ts';
import { claimDue, finish, type OutboxRow, postpone } from '../store/outboxRows.ts';
import { findSession } from '../store/sessions.ts';
import type { OutboxKind } from '../store/tables/tables.ts';

type Handler = (context: OperatorContext, row: OutboxRow) => Promise<Outcome>;

/**
 * What was enqueued in a transaction is done here, each in three steps: check that it is still wanted, call outside with
 * a key that is already stored, commit the answer. A crash between any two of them repeats the row, and the repeat
 * changes nothing.
 */
const HANDLERS: Readonly<Record<OutboxKind, Handler>> = {
  start: handleStart,
  'start-timeout': handleStartTimeout,
  'cancel-start': handleCancelStart,
  stop: handleStop,
  bill: handleBill,
  capture: handleCapture,
  release: handleRelease,
  refund: handleRefund,
  'draw-document': handleDocument,
  'mail-started': handleMail('mail-started'),
  'mail-receipt': handleMail('mail-receipt'),
  'mail-nothing': handleMail('mail-nothing'),
  'mail-blocking': handleMail('mail-blocking'),
  'mail-withdrawal': handleMail('mail-withdrawal'),
  'mail-company': handleMail('mail-company'),
  'mail-refund': handleMail('mail-refund'),
};

const LEASE_MS = 60_000;
/** Many jobs are done in batches: each takes memory, and what waits here is done sooner by another process. */
const MOST_AT_WORK = 50;
const LONGEST_WAIT_MS = 5 * MINUTE_MS;
/** About half an hour of trying. */
const ATTENTION_AFTER = 12;

/**
 * Starts every job that is due, each by itself: a call that hangs keeps no other driver waiting. `atWork` holds
 * what is not done yet; when that is much, nothing more is begun before something is done. Resolves with how many were begun.
 */
export async function startDueJobs(context: OperatorContext, atWork: Map<number, Promise<void>>): Promise<number> {
  if (!hasRoom(atWork)) return 0;
  const now = context.clock.now();
  const most = MOST_AT_WORK - atWork.size;
  const rows = await claimDue(context.store.db, { now, leaseMs: LEASE_MS, most, except: [...atWork.keys()] });
  for (const row of rows) {
    // The database itself may fail here: the row is then taken up again when its lease is over.
    const work = context.outages
      .watch('promises', () => handleJob(context, row))
      .catch(() => context.logEvent('promise left to the next', { kind: row.kind, subject: row.subject_id }))
      .finally(() => {
        atWork.delete(row.id);
        context.wake();
      });
    atWork.set(row.id, work);
  }
  return rows.length;
}

export const hasRoom = (atWork: ReadonlyMap<number, unknown>): boolean => atWork.size < MOST_AT_WORK;

/** Does one job that has been claimed, or puts it off. @throws only where the database fails at that */
export async function handleJob(context: OperatorContext, row: OutboxRow): Promise<void> {
  try {
    const outcome = await HANDLERS[row.kind](context, row);
    if (outcome === 'done') await finish(context.store.db, row, context.clock.now());
    else await retry(context, row, outcome.retry);
  } catch (error) {
    await retry(context, row, error instanceof Error ? error.name : 'error');
  }
}

/** What fails again and again is somebody's business: it is listed, and tried on. */
async function retry(context: OperatorContext, row: OutboxRow, reason: string): Promise<void> {
  const { kind, subject_id: subjectId } = row;
  const attempts = row.attempts + 1;
  context.logEvent('promise not kept yet', { kind, subject: subjectId, attempts, reason });
  const isOurs = await postpone(context.store.db, row, { until: nextTry(context, row), reason });
  if (!isOurs || attempts < ATTENTION_AFTER) return;
  // At every try from then on: whoever was to tell may have died before.
  const what = { at: context.clock.now(), subjectId, why: `${kind} fails` as const, facts: { reason }, occasion: row.id };
  await context.store.inTransaction(trx => raiseAlertOnce(trx, what));
}

/** One second, then twice as long each time, up to five minutes, with some jitter. */
function nextTry(context: OperatorContext, { attempts }: OutboxRow): Date {
  const wait = Math.min(1000 * 2 ** Math.min(attempts, 12), LONGEST_WAIT_MS);
  return new Date(context.clock.now().getTime() + wait * (0.75 + Math.random() / 4));
}

async function handleDocument(context: OperatorContext, { subject_id }: OutboxRow): Promise<Outcome> {
  const document = await drawDocument(context, subject_id);
  if (!document) return 'done';
  const email = emailOf(document);
  context.sessionNotifier.notify(document.session_id);
  await context.store.inTransaction(async trx => {
    const session = await findSession(trx, document.session_id);
    const order = session ? await findOrder(trx, session.order_id) : null;
    if (email && session && order) await enqueueEmail(trx, { ...email, session, email: order.email, at: context.clock.now() });
  });
  return 'done';
}

function handleMail(kind: MailKind): Handler {
  return async (context, { subject_id, n }) => {
    await sendEmail(context, kind, { sessionId: subject_id, n });
    return 'done';
  };
}
