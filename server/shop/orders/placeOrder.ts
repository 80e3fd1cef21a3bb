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
 * Places a driver's order. A form token never creates a second order: a repeated request for an unpaid order leads back to the
 * checkout of that order.
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
  // The brand has no hold in this currency, or none that is large enough. Without a hold, only free charging may start.
  if (limitMinor === null && !offer.plug.isFree) throw new Problem('not-offered');
  if (!canChoose(offer.plug.state)) throw new Problem('plug-taken');
  // An existing order can neither move to another charging point, which may have another tariff, nor become a free order, for
  // example because the connector is free of charge now.
  if (known && (known.evseId !== offer.point.evseId || limitMinor === null)) throw new Problem('link-expired');
  if (known) return resumeOpen(context, known, { request, offer, limitMinor });
  const ordered = await createOrder(context, { request, offer, limitMinor });
  if (ordered.order.state !== 'open') return resumeClosed(context, ordered.order);
  if (request.codeSlot !== undefined) sendPayingNotice(context, offer);
  return openCheckout(context, client, ordered);
}

/**
 * Notifies the station that a driver is paying, so that the station refuses other drivers. Only drivers with a code from the
 * station's screen trigger this, because others could block connectors without being there.
 */
function sendPayingNotice({ stations, logEvent }: OperatorContext, { point, connector }: Offer): void {
  const address = stationAddress(point, connector.id);
  // Not awaited, because the payment continues even if the notification fails (OCPP 2.1, C25).
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
 * Handles a request for an order that is no longer open: leads to the session if the order has a hold.
 * @throws Problem 'link-expired' if the order has ended
 */
async function resumeClosed(context: OperatorContext, order: OrderRecord): Promise<Started> {
  const session = await findSessionByOrder(context.store.db, order.id);
  if (order.state === 'held' && session) return { kind: 'charging', sessionId: session.id, clientId: order.clientId };
  throw new Problem('link-expired');
}

/**
 * Handles a request for an open order. If the choices are unchanged, leads to the existing checkout. Otherwise the payment
 * provider closes the existing checkout before a new one is opened.
 */
async function resumeOpen(context: OperatorContext, order: OrderRecord, chosen: Chosen): Promise<Started> {
  const now = context.clock.now();
  const { client } = chosen.offer;
  if (order.fingerprint === fingerprint(chosen.request, chosen.limitMinor)) {
    const payment = order.paymentId ? await findPayment(context.store.db, order.paymentId) : null;
    // A payment that the payment provider has refused is 'expired' before `expiresAt`. Its idempotency key cannot be used again.
    if (payment && payment.state !== 'expired' && payment.expiresAt > now)
      return openCheckout(context, client, { order, payment });
  }
  await refusePaid(context.store.db, order, now);
  const closing = await closeCheckout(context, order);
  if (closing.kind === 'elsewhere') return closing.started;
  const { page } = closing;
  // If a concurrent request with this form token has renewed the order first, this transaction renews nothing: an order must not
  // have two open checkouts.
  const renewed = await context.store.inTransaction(async trx =>
    (await endClosedPayment(trx, order.id, { page, now })) ? renewOrder(trx, order, chosen, now) : null,
  );
  if (renewed) return openCheckout(context, client, renewed);
  const current = (await findOrder(context.store.db, order.id)) ?? order;
  return current.state === 'open' ? resumeOpen(context, current, chosen) : resumeClosed(context, current);
}
