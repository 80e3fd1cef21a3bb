import { findOrder } from './orders.ts';
import { findPayment } from './payments.ts';
import { findRefund } from './refunds.ts';
import { findSession, findSessionByOrder, type SessionRow } from './sessions.ts';
import type { Db } from './store.ts';

/** One session for a person who looks after the shop: nothing personal, and no id that opens anything. */
export interface Overview {
  number: number;
  created_at: number;
  evse_id: string;
  state: string;
  payment: string | null;
  currency: string;
  amount_minor: number | null;
  captured_minor: number | null;
  refunded_minor: number | null;
}

/** The newest sessions with what became of their money, newest first. */
export function listRecent(db: Db, { most }: { most: number }): Promise<Overview[]> {
  return db
    .selectFrom('sessions')
    .innerJoin('orders', 'orders.id', 'sessions.order_id')
    .leftJoin('payments', 'payments.id', 'orders.payment_id')
    .select(['sessions.number', 'sessions.created_at', 'sessions.evse_id', 'sessions.state', 'orders.currency'])
    .select(['payments.state as payment', 'payments.amount_minor', 'payments.captured_minor', 'payments.refunded_minor'])
    .orderBy('sessions.created_at', 'desc')
    .limit(most)
    .execute();
}

/** The session that a note in the audit is about, whatever row it names. */
export async function findSubject(db: Db, subjectId: string): Promise<SessionRow | null> {
  const session = await findSession(db, subjectId);
  if (session) return session;
  const refund = await findRefund(db, subjectId);
  const payment = await findPayment(db, refund?.payment_id ?? subjectId);
  const order = await findOrder(db, payment?.order_id ?? subjectId);
  return order ? findSessionByOrder(db, order.id) : null;
}
