import type { OperatorContext, Outcome } from '../runtime/context.ts';
import type { Handlers } from '../runtime/outbox.ts';
import { drawDocument } from '../shop/documents/issue.ts';
import { sendAnswer } from '../shop/faultReports/sendAnswer.ts';
import { handleFreeNotice } from '../shop/freeNotices/sendFreeNotice.ts';
import { deliverMail, handleMail } from '../shop/mail/sendJobs.ts';
import { handleCapture, handleRelease } from '../shop/payments/capture.ts';
import { handleRefund } from '../shop/payments/refundJobs.ts';
import { emailOf } from '../shop/payments/refundNotes.ts';
import { handlePush, handlePushEvent } from '../shop/push/send.ts';
import { handleForward } from '../shop/receipts/forward.ts';
import { handlePaymentAdvice } from '../shop/sessions/billing/paymentAdvice.ts';
import {
  handleCancelStart,
  handleStart,
  handleStartTimeout,
  handleStop,
  handleUnlock,
} from '../shop/sessions/lifecycle/stationJobs.ts';
import { enqueueEmail } from '../shop/sessions/notices/emailJobs.ts';
import { enqueuePush } from '../shop/sessions/notices/pushJobs.ts';
import { handleBill } from '../staff/acts/manualSettlement.ts';
import { handleReadPayoutRows, handleReadPayouts } from '../staff/ledger/readPayouts.ts';
import { handleWebhook } from '../staff/webhooks/sendWebhook.ts';
import type { OutboxRecord } from '../store/jobs/outboxRows.ts';
import { findWholeOrder } from '../store/shop/orders.ts';

/**
 * The handler of each kind of job. A handler checks that the job is still needed, calls the external system with an idempotency
 * key that is already stored, and commits the result. If the process dies between two steps, the job runs again, and repeating
 * it changes nothing.
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
  'tell-payment': handlePaymentAdvice,
  'draw-document': handleDocument,
  'mail-started': handleMail('mail-started'),
  'mail-receipt': handleMail('mail-receipt'),
  'mail-nothing': handleMail('mail-nothing'),
  'mail-blocking': handleMail('mail-blocking'),
  'mail-withdrawal': handleMail('mail-withdrawal'),
  'mail-company': handleMail('mail-company'),
  'mail-refund': handleMail('mail-refund'),
  'mail-fault': deliverMail('mail-fault', sendAnswer),
  'forward-receipts': handleForward,
  'notify-free': handleFreeNotice,
  'push-device': handlePush,
  'push-paused': handlePushEvent('paused'),
  'push-fee': handlePushEvent('fee'),
  'read-payouts': handleReadPayouts,
  'read-payout-rows': handleReadPayoutRows,
  'send-webhook': handleWebhook,
};

async function handleDocument(context: OperatorContext, { subjectId }: OutboxRecord): Promise<Outcome> {
  const document = await drawDocument(context, subjectId);
  if (!document) return 'done';
  const email = emailOf(document);
  const { sessionId } = document;
  context.sessionNotifier.notify(sessionId);
  if (!email) return 'done';
  // Enqueues the e-mail and the push message once each, even if this job runs again.
  const { db } = context.store;
  const at = context.clock.now();
  const whole = await findWholeOrder(db, { sessionId });
  if (whole) await enqueueEmail(db, { ...email, session: whole.session, email: whole.order.email, at });
  if (email.kind === 'mail-receipt') await enqueuePush(context, db, { sessionId, event: 'receipt', at });
  context.wake();
  return 'done';
}
