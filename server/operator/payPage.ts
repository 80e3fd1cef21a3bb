import type { Started } from '../../shared/charging.ts';
import type { ContactForm } from '../../shared/forms/contact.ts';
import type { Locale } from '../../shared/locales.ts';
import type { Currency } from '../../shared/money.ts';
import { pathTo } from '../../shared/paths.ts';
import { Problem } from '../../shared/problem.ts';
import { within } from '../../shared/within.ts';
import { applyHold } from './holds.ts';
import type { Desk } from './parts.ts';
import { ProviderFailed, ProviderUnavailable } from './ports.ts';
import { getClientRecord } from './shop.ts';
import { writeAudit } from './store/audit.ts';
import { findOrder, type OrderRow } from './store/orders.ts';
import { findPayment, movePayment, notePayment, type PaymentRow } from './store/payments.ts';
import type { Trx } from './store/store.ts';
import { unavailable } from './timeLimits.ts';

/** The payment page of an order's payment; asking twice gives the same page, because the key is the payment's own. */
export async function openPage(desk: Desk, order: OrderRow): Promise<Started> {
  const payment = order.payment_id ? await findPayment(desk.store.db, order.payment_id) : null;
  if (!payment) throw new Error('An order has lost its payment');
  if (payment.state === 'pending' && payment.ref && payment.url) {
    // Paid already, but not back yet: the provider's page has nothing more to ask.
    const hold = await unlessUnavailable(desk.payments.read(payment.ref));
    if (hold.state === 'open') return { kind: 'pay', url: payment.url, orderId: order.id };
    await unlessUnavailable(applyHold(desk, payment, hold));
    return { kind: 'pay', url: returnPath(desk, order), orderId: order.id };
  }
  if (payment.state !== 'created') return { kind: 'pay', url: returnPath(desk, order), orderId: order.id };
  const page = await askForPage(desk, order, payment);
  const isOpen = await desk.store.inTransaction(async trx => {
    const current = await findPayment(trx, payment.id);
    if (current?.state === 'pending') return true;
    if (current?.state === 'created') return movePayment(trx, current, 'pending', { ref: page.ref, url: page.url });
    // Closed while the provider was asked: the page is never shown, but it exists and is watched until it is over (rule 3).
    if (current && current.ref === null) await notePayment(trx, current, { ref: page.ref, look_at: desk.clock.now().getTime() });
    return false;
  });
  if (!isOpen) return { kind: 'pay', url: returnPath(desk, order), orderId: order.id };
  return { kind: 'pay', url: page.url, orderId: order.id };
}

/** A definite no ends the payment, because its key would be answered the same for ever; the order gets a new one. */
async function askForPage(desk: Desk, order: OrderRow, payment: PaymentRow): Promise<{ ref: string; url: string }> {
  const client = await getClientRecord(desk, order.client_id);
  const contact = JSON.parse(order.contact) as ContactForm;
  const locale = order.locale as Locale;
  const asking = desk.payments.authorise({
    ...{ paymentId: payment.id, key: `authorise:${payment.id}:1`, amountMinor: payment.amount_minor },
    ...{ currency: payment.currency as Currency, locale, email: contact.email.trim() || null },
    ...{ returnUrl: returnPath(desk, order), cancelUrl: `${returnPath(desk, order)}?cancelled=1` },
    ...{
      description: `${client.name}, ${order.evse_id}`,
      account: client.paymentAccount,
      expiresAt: new Date(payment.expires_at),
    },
  });
  try {
    return await unlessUnavailable(asking);
  } catch (error) {
    if (error instanceof Problem && error.cause instanceof ProviderFailed)
      await giveUpPayment(desk, payment.id, error.cause.message);
    throw error;
  }
}

/** Should its page exist after all, nobody has seen its address. */
async function giveUpPayment(desk: Desk, paymentId: string, reason: string): Promise<void> {
  const now = desk.clock.now();
  const isGivenUp = await desk.store.inTransaction(async trx => {
    const payment = await findPayment(trx, paymentId);
    if (payment?.state !== 'created') return false;
    await writeAudit(trx, { at: now, subjectId: paymentId, what: 'payment refused', facts: { reason } });
    return movePayment(trx, payment, 'expired', { settled_at: now.getTime() });
  });
  if (isGivenUp) desk.note('payment refused', { payment: paymentId, reason });
}

const returnPath = (desk: Desk, { id, client_id, locale }: OrderRow): string =>
  desk.origin + pathTo('paymentReturn', { locale: locale as Locale, clientId: client_id, orderId: id });

const VISITOR_WAIT_MS = 5000;

/** A visitor waits five seconds for the provider; then the outcome is unknown, and the same intent tries the same key. */
export async function unlessUnavailable<T>(call: Promise<T>): Promise<T> {
  try {
    return await within(call, VISITOR_WAIT_MS, unavailable);
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw new Problem('payments-unavailable', { cause: error });
    throw error;
  }
}

/** What became of a page that was to be closed: which one is closed for certain, or where its visitor belongs instead. */
export type Closing = { kind: 'closed'; page: ClosedPage } | { kind: 'elsewhere'; started: Started };

/** The payment of an order and its page as it was closed; `ref` null: it had none. */
export interface ClosedPage {
  paymentId: string | null;
  ref: string | null;
}

/** Closes the page of an order's payment. A hold is left alone: it may have been paid and be charging by now. */
export async function closePage(desk: Desk, order: OrderRow): Promise<Closing> {
  const payment = order.payment_id ? await findPayment(desk.store.db, order.payment_id) : null;
  const page: ClosedPage = { paymentId: order.payment_id, ref: payment?.ref ?? null };
  if (!payment?.ref) return { kind: 'closed', page };
  const hold = await unlessUnavailable(desk.payments.read(payment.ref));
  const truth =
    hold.state === 'open'
      ? await unlessUnavailable(desk.payments.close({ ref: payment.ref, key: `close:${payment.id}:${payment.key_n}` }))
      : hold;
  if (truth.state === 'expired' || truth.state === 'released') return { kind: 'closed', page };
  await unlessUnavailable(applyHold(desk, payment, truth));
  return { kind: 'elsewhere', started: { kind: 'pay', url: returnPath(desk, order), orderId: order.id } };
}

/**
 * Ends the payment whose page was closed. False: the order has another payment by now, or the page got an address after it
 * was looked for, so that an open one may be in somebody's hands.
 */
export async function endClosedPayment(
  trx: Trx,
  orderId: string,
  { page, now }: { page: ClosedPage; now: Date },
): Promise<boolean> {
  const order = await findOrder(trx, orderId);
  const payment = order?.payment_id ? await findPayment(trx, order.payment_id) : null;
  if (order?.payment_id !== page.paymentId || (payment?.ref ?? null) !== page.ref) return false;
  if (payment?.state === 'created' || payment?.state === 'pending')
    await movePayment(trx, payment, 'expired', { settled_at: now.getTime() });
  return true;
}
