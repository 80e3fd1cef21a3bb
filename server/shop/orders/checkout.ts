import type { Started } from '../../../shared/charging/charging.ts';
import { pathTo } from '../../../shared/charging/paths.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { within } from '../../../shared/util/within.ts';
import { ProviderFailed, ProviderUnavailable } from '../../core/ports/ports.ts';
import type { ClientRecord } from '../../core/records/records.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { unavailable } from '../../runtime/timeLimits.ts';
import type { Trx } from '../../store/engine/database.ts';
import { writeAudit } from '../../store/jobs/audit.ts';
import { findOrder, type OrderRecord } from '../../store/shop/orders.ts';
import { findPayment, type PaymentRecord, transitionPayment, updatePayment } from '../../store/shop/payments.ts';
import { applyHold } from '../payments/holds.ts';
import type { Ordered } from './newOrder.ts';

/**
 * Opens the payment provider's checkout for an order. Repeated calls return the same checkout, because the idempotency key
 * belongs to the payment.
 * @returns the address of the checkout, or of the return page if the driver need not pay any more
 * @throws Problem 'payments-unavailable'
 */
export async function openCheckout(
  context: OperatorContext,
  client: ClientRecord,
  { order, payment }: Ordered,
): Promise<Started> {
  if (!payment) throw new Error('Payment of the order not found');
  if (payment.state === 'pending' && payment.ref && payment.url) {
    // If the checkout is no longer open, the driver may have paid without returning from the payment page.
    const hold = await unlessUnavailable(context.payments.read(payment.ref));
    if (hold.state === 'open') return { kind: 'pay', url: payment.url, orderId: order.id };
    await unlessUnavailable(applyHold(context, payment, hold));
    return { kind: 'pay', url: returnPath(context, order), orderId: order.id };
  }
  if (payment.state !== 'created') return { kind: 'pay', url: returnPath(context, order), orderId: order.id };
  const { ref, url } = await requestCheckout(context, client, { order, payment });
  const page = { ref, url };
  // Usually one update is enough. If the row has changed, the update fails, and `savePage` reads the row again.
  const isOpen =
    (await transitionPayment(context.store.db, payment, 'pending', page)) !== null || (await savePage(context, payment.id, page));
  return { kind: 'pay', url: isOpen ? url : returnPath(context, order), orderId: order.id };
}

/**
 * Stores the checkout of a payment whose row has changed since it was read: another request with the same form token was faster,
 * or the sweeper has closed the payment.
 * @returns whether the driver may open the checkout
 */
function savePage({ store, clock }: OperatorContext, paymentId: string, page: Page): Promise<boolean> {
  return store.inTransaction(async trx => {
    const current = await findPayment(trx, paymentId);
    if (current?.state === 'pending') return true;
    if (current?.state === 'created') return (await transitionPayment(trx, current, 'pending', page)) !== null;
    // The payment was closed while the payment provider created the checkout. No driver sees this checkout, but the sweeper reads
    // the payment until the checkout has expired (rule 3 of docs/decisions/0002).
    if (current && current.ref === null) await updatePayment(trx, current, { ref: page.ref, nextCheckAt: clock.now() });
    return false;
  });
}

/** The payment provider's checkout of a payment: its reference and its address. */
interface Page {
  ref: string;
  url: string;
}

/**
 * Requests a checkout from the payment provider. If the provider refuses, the payment ends, because the provider would repeat
 * the refusal for the same idempotency key. The driver's next attempt creates a new payment for the order.
 */
async function requestCheckout(
  context: OperatorContext,
  client: ClientRecord,
  { order, payment }: { order: OrderRecord; payment: PaymentRecord },
): Promise<Page> {
  const asking = context.payments.createCheckout({
    paymentId: payment.id,
    key: `authorise:${payment.id}:1`,
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    locale: order.locale,
    email: order.contact.email.trim() || null,
    requestsEmail: client.contactAtPayment && order.contact.email.trim() === '',
    returnUrl: returnPath(context, order),
    cancelUrl: `${returnPath(context, order)}?cancelled=1`,
    description: `${client.name}, ${order.evseId}`,
    account: client.paymentAccount,
    expiresAt: payment.expiresAt,
  });
  try {
    return await unlessUnavailable(asking);
  } catch (error) {
    if (error instanceof Problem && error.cause instanceof ProviderFailed)
      await giveUpPayment(context, payment.id, error.cause.message);
    throw error;
  }
}

/**
 * Ends a payment whose checkout the payment provider has refused. If the provider has created a checkout anyway, no driver can
 * reach it, because its address is unknown.
 */
async function giveUpPayment(context: OperatorContext, paymentId: string, reason: string): Promise<void> {
  const now = context.clock.now();
  const isGivenUp = await context.store.inTransaction(async trx => {
    const payment = await findPayment(trx, paymentId);
    if (payment?.state !== 'created') return false;
    await writeAudit(trx, { at: now, subjectId: paymentId, what: 'payment refused', facts: { reason } });
    return (await transitionPayment(trx, payment, 'expired', { settledAt: now })) !== null;
  });
  if (isGivenUp) context.logEvent('payment page rejected by provider', { payment: paymentId, reason });
}

const returnPath = (context: OperatorContext, { id, clientId, locale }: OrderRecord): string =>
  context.origin + pathTo('paymentReturn', { locale, clientId, orderId: id });

const VISITOR_WAIT_MS = 5000;

/**
 * Waits at most five seconds for the payment provider. If the time is up, the result of the call is unknown; a retry with the
 * same form token uses the same idempotency key.
 * @throws Problem 'payments-unavailable' if the payment provider is unavailable or does not answer in time
 */
export async function unlessUnavailable<T>(call: Promise<T>): Promise<T> {
  try {
    return await within(call, VISITOR_WAIT_MS, unavailable);
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw new Problem('payments-unavailable', { cause: error });
    throw error;
  }
}

/**
 * The result of closing a checkout. `closed`: the payment provider confirms that the checkout is closed. `elsewhere`: the driver
 * has paid already, and `started` leads to the return page.
 */
export type Closing = { kind: 'closed'; page: ClosedCheckout } | { kind: 'elsewhere'; started: Started };

/** The payment whose checkout was closed. `paymentId` is null for an order without payment, `ref` if no checkout existed yet. */
export interface ClosedCheckout {
  paymentId: string | null;
  ref: string | null;
}

/**
 * Closes the checkout of an order at the payment provider. An existing hold is not released, because the driver may have paid,
 * and the vehicle may be charging.
 * @throws Problem 'payments-unavailable'
 */
export async function closeCheckout(context: OperatorContext, order: OrderRecord): Promise<Closing> {
  const payment = order.paymentId ? await findPayment(context.store.db, order.paymentId) : null;
  const page: ClosedCheckout = { paymentId: order.paymentId, ref: payment?.ref ?? null };
  if (!payment?.ref) return { kind: 'closed', page };
  const known = await unlessUnavailable(context.payments.read(payment.ref));
  const hold =
    known.state === 'open'
      ? await unlessUnavailable(context.payments.close({ ref: payment.ref, key: `close:${payment.id}:${payment.keyN}` }))
      : known;
  if (hold.state === 'expired' || hold.state === 'released') return { kind: 'closed', page };
  await unlessUnavailable(applyHold(context, payment, hold));
  return { kind: 'elsewhere', started: { kind: 'pay', url: returnPath(context, order), orderId: order.id } };
}

/**
 * Ends a payment after its checkout was closed.
 * @returns false if the driver may have another open checkout: the order has another payment by now, or the payment got a
 * checkout after it was read
 */
export async function endClosedPayment(
  trx: Trx,
  orderId: string,
  { page, now }: { page: ClosedCheckout; now: Date },
): Promise<boolean> {
  const order = await findOrder(trx, orderId);
  const payment = order?.paymentId ? await findPayment(trx, order.paymentId) : null;
  if (order?.paymentId !== page.paymentId || (payment?.ref ?? null) !== page.ref) return false;
  if (payment?.state === 'created' || payment?.state === 'pending')
    await transitionPayment(trx, payment, 'expired', { settledAt: now });
  return true;
}
