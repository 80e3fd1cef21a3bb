import type { Started, StartRequest } from '../../../shared/charging/charging.ts';
import { canChoose } from '../../../shared/charging/session.ts';
import { consentErrors, contactErrors, contactRules } from '../../../shared/forms/contact.ts';
import { type FieldErrors, Problem } from '../../../shared/model/problem.ts';
import type { StartOrder } from '../../core/ports/backend.ts';
import type { ClientRecord } from '../../core/records/records.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { findOrder, findOrderByFormToken, type OrderRecord } from '../../store/shop/orders.ts';
import { findPayment } from '../../store/shop/payments.ts';
import { findSessionByOrder } from '../../store/shop/sessions.ts';
import { findOffer, type Offer } from '../catalogue/offers.ts';
import { stationAddress } from '../catalogue/stationAddress.ts';
import { closeCheckout, endClosedPayment, openCheckout } from './checkout.ts';
import { refusePaid } from './limits.ts';
import { type Chosen, createOrder, fingerprint, renewOrder } from './newOrder.ts';

/**
 * Places a driver's order. A form token never creates a second order: a repeated request for an unpaid order leads back to its
 * payment page.
 * @throws Problem 'invalid-input', 'tariff-changed', 'not-offered', 'plug-taken', 'link-expired'
 */
export async function startSession(context: OperatorContext, request: StartOrder): Promise<Started> {
  const known = await findOrderByFormToken(context.store.db, request.formToken);
  if (known && known.state !== 'open') return resumeClosed(context, known);
  const { client, offer } = await findOffer(context, request);
  const fields = startErrors(request, client, offer);
  if (!offer || Object.keys(fields).length > 0) throw new Problem('invalid-input', { fields });
  if (request.tariffVersion !== offer.tariff.version) throw new Problem('tariff-changed');
  const limitMinor = offer.plug.isFree ? null : (request.limitMinor ?? offer.plug.defaultLimitMinor);
  // No hold is possible in this currency, or no hold is large enough. Energy that has a price is not given away instead.
  if (limitMinor === null && !offer.plug.isFree) throw new Problem('not-offered');
  if (!canChoose(offer.plug.state)) throw new Problem('plug-taken');
  // An order cannot move to another charge point, where another tariff applies. An order with a payment cannot become a free
  // order either, for example when the connector has become free of charge.
  if (known && (known.evseId !== offer.point.evseId || limitMinor === null)) throw new Problem('link-expired');
  if (known) return resumeOpen(context, known, { request, offer, limitMinor });
  const ordered = await createOrder(context, { request, offer, limitMinor });
  if (ordered.order.state !== 'open') return resumeClosed(context, ordered.order);
  if (request.codeSlot !== undefined) sendPayingNotice(context, offer);
  return openCheckout(context, client, ordered);
}

/**
 * Notifies the station that a driver is paying, so that no other driver starts there. The caller does this only for a driver who
 * entered a code from the station's screen: a remote visitor could block connectors otherwise.
 */
function sendPayingNotice({ stations, logEvent }: OperatorContext, { point, connector }: Offer): void {
  const address = stationAddress(point, connector.id);
  // A failure does not prevent the payment (OCPP 2.1, C25), so the call is not awaited.
  void stations
    .sendPaymentStarted?.({ address, timeoutS: PAYING_S })
    .catch(() => logEvent('station not notified of payment', { evse: point.evseId }));
}
const PAYING_S = 300;

function startErrors(request: StartRequest, client: ClientRecord, offer: Offer | null): FieldErrors {
  const rules = contactRules(client, { isFree: offer?.plug.isFree ?? false });
  const isOffered =
    request.limitMinor === null || offer?.plug.limits.some(({ amountMinor }) => amountMinor === request.limitMinor);
  return {
    ...(offer ? {} : { connector: { key: 'plug.required' } }),
    ...(offer && !offer.plug.isFree && !isOffered ? { limit: { key: 'payment.limitGone' } } : {}),
    ...contactErrors(request.contact, rules),
    ...consentErrors(request.consents, rules),
  };
}

/**
 * Leads to the session if the order has a hold. An order that is over leads to a new form.
 * @throws Problem 'link-expired' if the order is over
 */
async function resumeClosed(context: OperatorContext, order: OrderRecord): Promise<Started> {
  const session = await findSessionByOrder(context.store.db, order.id);
  if (order.state === 'held' && session) return { kind: 'charging', sessionId: session.id, clientId: order.clientId };
  throw new Problem('link-expired');
}

/** Same values lead to the same page. With other values, the provider closes the old page before a new page is opened. */
async function resumeOpen(context: OperatorContext, order: OrderRecord, chosen: Chosen): Promise<Started> {
  const now = context.clock.now();
  const { client } = chosen.offer;
  if (order.fingerprint === fingerprint(chosen.request, chosen.limitMinor)) {
    const payment = order.paymentId ? await findPayment(context.store.db, order.paymentId) : null;
    // A payment that the provider has refused ends before `expiresAt`, and its idempotency key is used up.
    if (payment && payment.state !== 'expired' && payment.expiresAt > now)
      return openCheckout(context, client, { order, payment });
  }
  await refusePaid(context.store.db, order, now);
  const closing = await closeCheckout(context, order);
  if (closing.kind === 'elsewhere') return closing.started;
  const { page } = closing;
  // Another request with this form token may have renewed the order first: one order never has two open pages.
  const renewed = await context.store.inTransaction(async trx =>
    (await endClosedPayment(trx, order.id, { page, now })) ? renewOrder(trx, order, chosen, now) : null,
  );
  if (renewed) return openCheckout(context, client, renewed);
  const current = (await findOrder(context.store.db, order.id)) ?? order;
  return current.state === 'open' ? resumeOpen(context, current, chosen) : resumeClosed(context, current);
}
