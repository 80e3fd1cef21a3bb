import type { DocumentState, MailState } from '../../../shared/charging/receipt.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { Db, Trx } from '../../store/engine/database.ts';
import { countAudit, writeAudit } from '../../store/jobs/audit.ts';
import { listEnqueued } from '../../store/jobs/outboxRows.ts';
import { listDocuments } from '../../store/shop/documents.ts';
import { findOrder, type OrderRecord } from '../../store/shop/orders.ts';
import { findPayment } from '../../store/shop/payments.ts';
import { findSession, type SessionRecord } from '../../store/shop/sessions.ts';
import { enqueueEmail } from '../sessions/notices/emailJobs.ts';
import { openReceipt } from './openReceipt.ts';
import { invoiceState } from './receiptDocuments.ts';

/**
 * Maximum number of receipt e-mails that a driver may request per session. Without a limit, anyone with the link to the session
 * could flood the driver's mailbox.
 */
export const MAX_RECEIPT_REQUESTS = 3;
const RECEIPT_REQUESTED = 'receipt asked';

interface ReceiptMailInput {
  session: SessionRecord;
  order: OrderRecord;
  invoice: DocumentState;
}

/** Returns the state of the receipt e-mail. The state reveals whether the order has an e-mail address, but not the address. */
export async function mailStateOf(db: Db, { session, order, invoice }: ReceiptMailInput): Promise<MailState> {
  if (order.email === '' || invoice === 'none') return 'none';
  const emails = await listEnqueued(db, { kind: 'mail-receipt', subjectId: session.id });
  const requestCount = await countAudit(db, { subjectId: session.id, what: RECEIPT_REQUESTED });
  const isBeingSent = emails.some(({ isDone }) => !isDone);
  if (isBeingSent || (invoice === 'not-yet' && requestCount > 0)) return 'coming';
  if (requestCount >= MAX_RECEIPT_REQUESTS) return 'spent';
  return emails.some(({ isGivenUp }) => !isGivenUp) ? 'sent' : 'offered';
}

/**
 * Sends the receipt with its PDF to the e-mail address of the order. If the PDF is not ready, the request is recorded, and the
 * e-mail is sent once the PDF exists. While an e-mail is under way, a repeated request has no effect.
 * @throws Problem 'no-receipt', 'link-expired', 'not-offered' if the order has no address or the session gets no document,
 * 'too-many'
 */
export async function sendReceipt(context: OperatorContext, { receipt }: { receipt: string }): Promise<Record<never, never>> {
  const { id } = await openReceipt(context, receipt);
  const now = context.clock.now();
  await context.store.inTransaction(async trx => {
    const input = await readReceiptMailInput(trx, id);
    const state = await mailStateOf(trx, input);
    if (state === 'none') throw new Problem('not-offered');
    if (state === 'spent') throw new Problem('too-many');
    if (state !== 'coming') await enqueueRequestedReceipt(trx, { ...input, now });
  });
  context.logEvent('receipt email requested', { session: id });
  return {};
}

/** @throws Problem 'no-receipt' */
async function readReceiptMailInput(trx: Trx, id: string): Promise<ReceiptMailInput> {
  const session = await findSession(trx, id);
  const order = session && (await findOrder(trx, session.orderId));
  if (!session || !order) throw new Problem('no-receipt');
  const payment = order.paymentId ? await findPayment(trx, order.paymentId) : null;
  return { session, order, invoice: invoiceState(session, payment, await listDocuments(trx, id)) };
}

/**
 * Sends the receipt again on behalf of staff, without the limit for drivers.
 * @returns false if nothing can be sent
 * @throws Problem 'no-receipt'
 */
export async function sendReceiptAgain(trx: Trx, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const input = await readReceiptMailInput(trx, id);
  const state = await mailStateOf(trx, input);
  if (state === 'none' || state === 'coming' || input.invoice !== 'ready') return false;
  await enqueueReceipt(trx, { ...input, now });
  return true;
}

/**
 * Records the request, and enqueues an e-mail if the PDF is ready. Otherwise no e-mail is enqueued, because every new PDF is
 * e-mailed anyway.
 */
async function enqueueRequestedReceipt(trx: Trx, request: ReceiptMailInput & { now: Date }): Promise<void> {
  await writeAudit(trx, { at: request.now, subjectId: request.session.id, what: RECEIPT_REQUESTED });
  if (request.invoice === 'ready') await enqueueReceipt(trx, request);
}

async function enqueueReceipt(trx: Trx, { session, order, now }: ReceiptMailInput & { now: Date }): Promise<void> {
  const emails = await listEnqueued(trx, { kind: 'mail-receipt', subjectId: session.id });
  const n = Math.max(0, ...emails.map(email => email.n)) + 1;
  await enqueueEmail(trx, { kind: 'mail-receipt', session, email: order.email, at: now, n });
}
