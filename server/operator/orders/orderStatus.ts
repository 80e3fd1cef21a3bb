import type { OrderDraft, Settled } from '../../../shared/charging.ts';
import type { ContactForm } from '../../../shared/forms/contact.ts';
import { Problem } from '../../../shared/problem.ts';
import type { Desk } from '../context.ts';
import { learn } from '../payments/holds.ts';
import { endOrder } from '../sessions/transitions.ts';
import { findOrder, type OrderRow } from '../store/orders.ts';
import { findPayment } from '../store/payments.ts';
import { findSessionByOrder } from '../store/sessions.ts';
import { closePage, endClosedPayment, unlessUnavailable } from './checkout.ts';

/** Reads the provider's truth for whoever comes back from the payment page. */
export async function settleOrder(desk: Desk, { orderId }: { orderId: string }): Promise<Settled> {
  const order = await getOrder(desk, orderId);
  const payment = order.payment_id ? await findPayment(desk.store.db, order.payment_id) : null;
  if (order.state === 'open' && payment?.ref) {
    await unlessUnavailable(learn(desk, payment.id)).catch(() => null);
  }
  return settledView(desk, orderId);
}

async function settledView(desk: Desk, orderId: string): Promise<Settled> {
  const order = await getOrder(desk, orderId);
  const session = await findSessionByOrder(desk.store.db, order.id);
  if (order.state === 'held' && session) return { kind: 'charging', sessionId: session.id, clientId: order.client_id };
  if (order.state === 'over') return { kind: 'over', why: order.why ?? 'payment-expired', draft: draftOf(order) };
  const payment = order.payment_id ? await findPayment(desk.store.db, order.payment_id) : null;
  if (payment?.state === 'pending' && payment.url) return { kind: 'open', url: payment.url, draft: draftOf(order) };
  // Refused by the provider, so there is no page to go back to: the order may be tried again.
  if (payment?.state === 'expired') return { kind: 'over', why: 'payment-failed', draft: draftOf(order) };
  return { kind: 'checking' };
}

async function getOrder(desk: Desk, id: string): Promise<OrderRow> {
  const order = await findOrder(desk.store.db, id);
  if (!order) throw new Problem('no-session');
  return order;
}

function draftOf({ client_id, evse_id, connector, limit_minor, contact }: OrderRow): OrderDraft {
  return {
    clientId: client_id,
    evseId: evse_id,
    connector,
    limitMinor: limit_minor,
    contact: JSON.parse(contact) as ContactForm,
  };
}

/** Gives an unpaid order up: its page is closed, and only then is the order over. */
export async function cancelOrder(desk: Desk, { orderId }: { orderId: string }): Promise<Settled> {
  const order = await getOrder(desk, orderId);
  if (order.state !== 'open') return settledView(desk, orderId);
  const closing = await closePage(desk, order);
  if (closing.kind === 'elsewhere') return settledView(desk, orderId);
  const now = desk.clock.now();
  const isEnded = await desk.store.inTransaction(async trx => {
    if (!(await endClosedPayment(trx, orderId, { page: closing.page, now }))) return false;
    const current = await findOrder(trx, orderId);
    const session = await findSessionByOrder(trx, orderId);
    if (current?.state === 'open' && session) await endOrder(trx, { order: current, session, why: 'payment-cancelled', now });
    return true;
  });
  // Another page was opened meanwhile: that one is to be closed as well.
  if (!isEnded) return cancelOrder(desk, { orderId });
  desk.note('order cancelled', { order: orderId });
  return settledView(desk, orderId);
}
