import type { WaitingRefund } from '../../../shared/console/operating.ts';
import { iso } from '../../../shared/model/time.ts';
import { moneyOf } from '../../shop/payments/refundRequests.ts';
import { getChargebackMinor } from '../../shop/payments/refunds.ts';
import type { Db } from '../../store/engine/database.ts';
import { findOrder, type OrderRecord } from '../../store/shop/orders.ts';
import { findPayment, type PaymentRecord } from '../../store/shop/payments.ts';
import { findWaitingRequest, type RefundRequestRecord } from '../../store/shop/refundRequests.ts';
import { listRefunds, type RefundRecord } from '../../store/shop/refunds.ts';
import { findSessionByNumber, type SessionRecord } from '../../store/shop/sessions.ts';

/** A session with its order, payment and refunds, which determine the possible actions. */
export interface Subject {
  session: SessionRecord;
  order: OrderRecord;
  payment: PaymentRecord | null;
  refunds: readonly RefundRecord[];
  /** Amount that the driver's bank has taken back after a lost dispute, in minor units. 0 if there is none. */
  chargebackMinor: number;
}

export async function findSubjectOf(db: Db, number: number): Promise<Subject | null> {
  const session = await findSessionByNumber(db, number);
  const order = session && (await findOrder(db, session.orderId));
  if (!session || !order) return null;
  const payment = order.paymentId ? await findPayment(db, order.paymentId) : null;
  if (!payment) return { session, order, payment, refunds: [], chargebackMinor: 0 };
  const refunds = await listRefunds(db, payment.id);
  return { session, order, payment, refunds, chargebackMinor: await getChargebackMinor(db, payment) };
}

/**
 * Returns a version number for the session as a person sees it. It increases with every change that may alter the effects of an
 * action.
 */
export const versionOf = ({ session, payment, refunds }: Subject): number =>
  session.version + (payment?.version ?? 0) + refunds.length + refunds.filter(({ state }) => state === 'dropped').length;

/** Returns the refund request that awaits confirmation by a second person. Null if there is none. */
export async function waitingRefund(db: Db, paymentId: string): Promise<WaitingRefund | null> {
  const request = await findWaitingRequest(db, paymentId);
  return request && waitingOf(request);
}

export const waitingOf = (request: RefundRequestRecord): WaitingRefund => ({
  amount: moneyOf(request),
  by: request.requestedBy,
  at: iso(request.requestedAt),
  reason: request.reason,
});

/** Masks an e-mail address, for example 'a•••@example.com'. Only a person who knows the address recognises it. */
export function masked(email: string): string {
  const [name = '', host = ''] = email.split('@');
  return email === '' ? '' : `${name.slice(0, 1)}•••@${host}`;
}
