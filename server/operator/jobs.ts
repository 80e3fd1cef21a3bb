import { handleBill } from './backoffice/stuckSessions.ts';
import { handleReadPayoutRows, handleReadPayouts } from './books/readPayouts.ts';
import type { OperatorContext, Outcome } from './context.ts';
import { drawDocument } from './documents/issue.ts';
import { enqueueEmail } from './mail/emailJobs.ts';
import { handleMail } from './mail/letterJobs.ts';
import { handleCapture, handleRelease } from './payments/capture.ts';
import { handleRefund } from './payments/refundJobs.ts';
import { emailOf } from './payments/refundNotes.ts';
import { handlePush, handlePushEvent } from './push/send.ts';
import { tellDevices } from './push/tell.ts';
import { handleForward } from './receipts/forward.ts';
import { handleTellPayment } from './sessions/accounts/tellPayment.ts';
import { handleCancelStart, handleStart, handleStartTimeout, handleStop, handleUnlock } from './sessions/stationJobs.ts';
import { findWholeOrder } from './store/orders.ts';
import type { OutboxRecord } from './store/outboxRows.ts';
import type { Handlers } from './worker/outbox.ts';

/**
 * What does each kind of job, in three steps: check that it is still wanted, call the other system with a key that is already
 * stored, commit the answer. A crash between any two steps repeats the job, and the repeat changes nothing.
 */
export const HANDLERS: Handlers = {
  start: handleStart,
  'start-timeout': handleStartTimeout,
  'cancel-start': handleCancelStart,
  stop: handleStop,
  unlock: handleUnlock,
  bill: handleBill,
  capture: handleCapture,
  release: handleRelease,
  refund: handleRefund,
  'tell-payment': handleTellPayment,
  'draw-document': handleDocument,
  'mail-started': handleMail('mail-started'),
  'mail-receipt': handleMail('mail-receipt'),
  'mail-nothing': handleMail('mail-nothing'),
  'mail-blocking': handleMail('mail-blocking'),
  'mail-withdrawal': handleMail('mail-withdrawal'),
  'mail-company': handleMail('mail-company'),
  'mail-refund': handleMail('mail-refund'),
  'forward-receipts': handleForward,
  'push-device': handlePush,
  // Of devices that the version before has kept, or wrote to.
  push: handlePush,
  'push-paused': handlePushEvent('paused'),
  'push-fee': handlePushEvent('fee'),
  'read-payouts': handleReadPayouts,
  'read-payout-rows': handleReadPayoutRows,
};

async function handleDocument(context: OperatorContext, { subjectId }: OutboxRecord): Promise<Outcome> {
  const document = await drawDocument(context, subjectId);
  if (!document) return 'done';
  const email = emailOf(document);
  const { sessionId } = document;
  context.sessionNotifier.notify(sessionId);
  if (!email) return 'done';
  // Each is enqueued once, however often this job is done.
  const { db } = context.store;
  const at = context.clock.now();
  const whole = await findWholeOrder(db, { sessionId });
  if (whole) await enqueueEmail(db, { ...email, session: whole.session, email: whole.order.email, at });
  if (email.kind === 'mail-receipt') await tellDevices(context, db, { sessionId, event: 'receipt', at });
  context.wake();
  return 'done';
}
