import { findOrder, type OrderRecord } from '../store/orders.ts';
import { findPayment, type PaymentRecord } from '../store/payments.ts';
import { listRefunds, type RefundRecord } from '../store/refunds.ts';
import { findSessionByNumber, type SessionRecord } from '../store/sessions.ts';
import type { Db } from '../store/store.ts';

/** A session with everything that acts are decided by. */
export interface Subject {
  session: SessionRecord;
  order: OrderRecord;
  payment: PaymentRecord | null;
  refunds: readonly RefundRecord[];
}

export async function findSubjectOf(db: Db, number: number): Promise<Subject | null> {
  const session = await findSessionByNumber(db, number);
  const order = session && (await findOrder(db, session.orderId));
  if (!session || !order) return null;
  const payment = order.paymentId ? await findPayment(db, order.paymentId) : null;
  return { session, order, payment, refunds: payment ? await listRefunds(db, payment.id) : [] };
}

/** The version that a person looks at: it rises with whatever may change what an act would do. */
export const versionOf = ({ session, payment, refunds }: Subject): number =>
  session.version + (payment?.version ?? 0) + refunds.length;
