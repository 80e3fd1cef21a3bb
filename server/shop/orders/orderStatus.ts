import type { OrderDraft, OrderStatus } from '../../../shared/charging/charging.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { findWholeOrder, type OrderRecord, type WholeOrder } from '../../store/shop/orders.ts';
import { syncPayment } from '../payments/holds.ts';
import { endOrder } from '../sessions/lifecycle/transitions.ts';
import { closeCheckout, endClosedPayment, unlessUnavailable } from './checkout.ts';

/** Returns the state of an order after the driver's return from the payment page. The payment provider is queried first. */
export async function refreshOrder(context: OperatorContext, { orderId }: { orderId: string }): Promise<OrderStatus> {
  const whole = await getOrder(context, orderId);
  const { order, payment } = whole;
  if (order.state !== 'open') return statusOf(whole);
  const state = payment?.ref ? await unlessUnavailable(syncPayment(context, payment)).catch(() => null) : null;
  // `syncPayment` has moved the order to `held` in the same transaction, so the order need not be read again.
  return state === 'authorised' ? statusOf({ ...whole, order: { ...order, state: 'held' } }) : statusNow(context, orderId);
}

const statusNow = async (context: OperatorContext, orderId: string): Promise<OrderStatus> =>
  statusOf(await getOrder(context, orderId));

function statusOf({ order, session, payment }: WholeOrder): OrderStatus {
  if (order.state === 'held') return { kind: 'charging', sessionId: session.id, clientId: order.clientId };
  if (order.state === 'over') return { kind: 'over', why: order.why ?? 'payment-expired', draft: draftOf(order) };
  if (payment?.state === 'pending' && payment.url) {
    const { url, amountMinor, currency } = payment;
    return { kind: 'open', url, hold: { amountMinor, currency }, draft: draftOf(order) };
  }
  // The payment provider has refused the checkout, so the driver cannot continue there but may place the order again.
  if (payment?.state === 'expired') return { kind: 'over', why: 'payment-failed', draft: draftOf(order) };
  return { kind: 'checking' };
}

async function getOrder(context: OperatorContext, orderId: string): Promise<WholeOrder> {
  const whole = await findWholeOrder(context.store.db, { orderId });
  if (!whole) throw new Problem('no-session');
  return whole;
}

function draftOf({ clientId, evseId, connector, limitMinor, contact }: OrderRecord): OrderDraft {
  return {
    clientId,
    evseId,
    connector,
    limitMinor,
    contact,
  };
}

/** Cancels an unpaid order. The order ends only after the payment provider has confirmed that the checkout is closed. */
export async function cancelOrder(context: OperatorContext, { orderId }: { orderId: string }): Promise<OrderStatus> {
  const whole = await getOrder(context, orderId);
  const { order } = whole;
  if (order.state !== 'open') return statusOf(whole);
  const closing = await closeCheckout(context, order);
  if (closing.kind === 'elsewhere') return statusNow(context, orderId);
  const now = context.clock.now();
  const isEnded = await context.store.inTransaction(async trx => {
    if (!(await endClosedPayment(trx, orderId, { page: closing.page, now }))) return false;
    const current = await findWholeOrder(trx, { orderId });
    if (current?.order.state === 'open') await endOrder(trx, { ...current, why: 'payment-cancelled', now });
    return true;
  });
  // A concurrent request has opened another checkout, which must be closed too.
  if (!isEnded) return cancelOrder(context, { orderId });
  context.logEvent('order cancelled', { order: orderId });
  return statusNow(context, orderId);
}
