import type { SessionState } from '../../../shared/charging/session.ts';
import type { Currency } from '../../../shared/model/money.ts';
import type { Db } from '../engine/database.ts';
import { findOrder } from '../shop/orders.ts';
import { findPayment } from '../shop/payments.ts';
import { findRefund } from '../shop/refunds.ts';
import { findSession, findSessionByOrder, type SessionRecord } from '../shop/sessions.ts';
import { type PaymentState, SESSION } from '../tables/tables.ts';

/**
 * A session as staff see it, without personal data. It lacks the session's id, because the id grants access to the driver's
 * page.
 */
export interface Overview {
  number: number;
  createdAt: Date;
  evseId: string;
  state: SessionState;
  payment: PaymentState | null;
  currency: Currency;
  amountMinor: number | null;
  capturedMinor: number | null;
  refundedMinor: number | null;
}

/** Lists sessions with their payments, newest first. With `numbers`, only those with these nine-digit numbers. */
export async function listRecent(
  db: Db,
  { limit, numbers }: { limit: number; numbers?: readonly number[] },
): Promise<Overview[]> {
  if (numbers?.length === 0) return [];
  const query = db
    .selectFrom('sessions')
    .innerJoin('orders', 'orders.id', 'sessions.order_id')
    .leftJoin('payments', 'payments.id', 'orders.payment_id')
    .select(['sessions.number', 'sessions.created_at as createdAt', 'sessions.evse_id as evseId', 'sessions.state'])
    .select(['orders.currency', 'payments.state as payment', 'payments.amount_minor as amountMinor'])
    .select(['payments.captured_minor as capturedMinor', 'payments.refunded_minor as refundedMinor'])
    .orderBy('sessions.created_at', 'desc')
    .limit(limit);
  const rows = await (numbers ? query.where('sessions.number', 'in', numbers) : query).execute();
  return rows.map(row => ({ ...row, createdAt: SESSION.createdAt.decode(row.createdAt) }));
}

/** Finds the session that an audit entry is about. The subject of the entry may be a session, order, payment or refund. */
export async function findSubject(db: Db, subjectId: string): Promise<SessionRecord | null> {
  const session = await findSession(db, subjectId);
  if (session) return session;
  const refund = await findRefund(db, subjectId);
  const payment = await findPayment(db, refund?.paymentId ?? subjectId);
  const order = await findOrder(db, payment?.orderId ?? subjectId);
  return order ? findSessionByOrder(db, order.id) : null;
}
