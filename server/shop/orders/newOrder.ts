import { createHash } from 'node:crypto';
import type { StartRequest } from '../../../shared/charging/charging.ts';
import type { StartOrder } from '../../core/ports/backend.ts';
import type { StationAddress } from '../../core/ports/stationPort.ts';
import { newAuthorizationReference, newId, newNumber } from '../../core/records/ids.ts';
import { later } from '../../core/records/instants.ts';
import type { Agreed } from '../../core/records/records.ts';
import { CHECKOUT_LIMIT_MS, type OperatorContext } from '../../runtime/context.ts';
import type { Trx } from '../../store/engine/database.ts';
import { addOrder, findOrderByFormToken, type OrderRecord, transitionOrder } from '../../store/shop/orders.ts';
import { addPayment, findPayment, type PaymentRecord } from '../../store/shop/payments.ts';
import { addSession, findSessionByOrder, type SessionRecord, setPlug } from '../../store/shop/sessions.ts';
import { findLegalSource } from '../catalogue/legal.ts';
import type { Offer } from '../catalogue/offers.ts';
import { stationAddress } from '../catalogue/stationAddress.ts';
import { requestStart } from '../sessions/lifecycle/transitions.ts';
import { refuseFree, refusePaid, refuseUsedCode } from './limits.ts';

/** A driver's request with the matching offer. `limitMinor` is the hold in minor units; null for free charging. */
export interface Chosen {
  request: StartOrder;
  offer: Offer;
  limitMinor: number | null;
}

/** An order and its current payment. The payment is null for free charging. */
export interface Ordered {
  order: OrderRecord;
  payment: PaymentRecord | null;
}

/** Creates order, payment and session in one transaction, before any request to the payment provider or the station. */
export async function createOrder(context: OperatorContext, { request, offer, limitMinor }: Chosen): Promise<Ordered> {
  const now = context.clock.now();
  const order: OrderRecord = {
    id: newId(),
    formToken: request.formToken,
    clientId: request.clientId,
    evseId: offer.point.evseId,
    connector: request.connector,
    state: 'open',
    why: null,
    createdAt: now,
    ...chosenFacts({ request, offer, limitMinor }, now),
    visitor: request.visitor ?? '',
    paymentId: limitMinor === null ? null : newId(),
  };
  const made = await context.store.inTransaction(async trx => {
    // A concurrent request with this form token has created the order. That order is used, without checking the limits again.
    if (!(await addOrder(trx, order))) return fasterOrder(trx, request);
    await refuseUsedCode(trx, { order, slot: request.codeSlot, now });
    // A paid order is checked again when its hold arrives. A free order starts at once, so the second of two concurrent free
    // orders for a connector must be refused here.
    if (order.paymentId === null) await refuseFree(trx, order, now);
    else await refusePaid(trx, order, now);
    const session = await addNewSession(trx, newSession(order, { station: stationAddress(offer.point, order.connector), now }));
    if (order.paymentId !== null) {
      const payment = newPayment(order, order.paymentId, now);
      await addPayment(trx, payment);
      return { order, payment };
    }
    const held = await transitionOrder(trx, order, 'held');
    await requestStart(trx, session, now);
    return { order: held ?? order, payment: null };
  });
  context.logEvent('order created', { order: order.id, client: order.clientId, free: limitMinor === null });
  return made;
}

async function fasterOrder(trx: Trx, { formToken }: StartOrder): Promise<Ordered> {
  const order = await findOrderByFormToken(trx, formToken);
  if (!order) throw new Error('Order of the form token not found');
  return { order, payment: order.paymentId ? await findPayment(trx, order.paymentId) : null };
}

/** Stores a session under a random number. If another session already has this number, draws another one. */
async function addNewSession(trx: Trx, session: SessionRecord): Promise<SessionRecord> {
  const numbered = { ...session, number: newNumber() };
  return (await addSession(trx, numbered)) ? numbered : addNewSession(trx, session);
}

/** Returns the driver's choices and consents, with the hashes of the legal texts at the time of the consent. */
function chosenFacts({ request, offer, limitMinor }: Chosen, now: Date) {
  const { client, tariff } = offer;
  const textOf = (kind: 'terms' | 'privacy') => {
    const text = findLegalSource(client, kind, request.locale);
    return text && { hash: text.hash, locale: text.locale };
  };
  const consents: Agreed = {
    terms: textOf('terms'),
    privacy: textOf('privacy'),
    tariff: tariff.version,
    limitMinor,
    at: now.toISOString(),
  };
  return {
    tariffId: tariff.id,
    tariffVersion: tariff.version,
    currency: tariff.tariff.currency,
    limitMinor,
    contact: request.contact,
    email: request.contact.email.trim().toLowerCase(),
    locale: request.locale,
    consents,
    fingerprint: fingerprint(request, limitMinor),
  };
}

export function fingerprint(
  { evseId, connector, contact, tariffVersion, locale }: StartRequest,
  limitMinor: number | null,
): string {
  return createHash('sha256')
    .update(JSON.stringify([evseId, connector, contact, tariffVersion, locale, limitMinor]))
    .digest('hex');
}

function newSession(order: OrderRecord, { station, now }: { station: StationAddress; now: Date }): SessionRecord {
  return {
    id: newId(),
    watchId: newId(),
    number: 0,
    orderId: order.id,
    clientId: order.clientId,
    evseId: order.evseId,
    connector: order.connector,
    authorizationReference: newAuthorizationReference(),
    state: 'draft',
    why: null,
    version: 1,
    createdAt: now,
    startBy: null,
    startedAt: null,
    endedAt: null,
    stopRequestedAt: null,
    stopAcceptedAt: null,
    stopReason: null,
    energyWh: 0,
    powerW: 0,
    bill: null,
    totalMinor: null,
    nextCheckAt: null,
    station,
    stopRefusedAt: null,
    battery: null,
    review: null,
    invoiceReference: null,
    meterRevision: 0,
    refused: null,
    unbilledWh: null,
    goal: null,
  };
}

function newPayment(order: OrderRecord, id: string, now: Date): PaymentRecord {
  return {
    id,
    orderId: order.id,
    clientId: order.clientId,
    ref: null,
    url: null,
    state: 'created',
    currency: order.currency,
    amountMinor: order.limitMinor ?? 0,
    captureMinor: null,
    capturedMinor: null,
    refundedMinor: 0,
    cardDigits: [],
    cardBrand: null,
    cardKey: '',
    waivedAt: null,
    createdAt: now,
    expiresAt: later(now, CHECKOUT_LIMIT_MS),
    authorisedAt: null,
    captureBefore: null,
    settledAt: null,
    keyN: 1,
    nextCheckAt: later(now, 30_000),
    version: 1,
  };
}

/**
 * Replaces the choices and the payment of an open order.
 * @returns null if the order is no longer open
 */
export async function renewOrder(trx: Trx, order: OrderRecord, chosen: Chosen, now: Date): Promise<Ordered | null> {
  const paymentId = newId();
  const facts = { ...chosenFacts(chosen, now), connector: chosen.request.connector, paymentId };
  const renewed = await transitionOrder(trx, order, 'open', facts);
  if (!renewed) return null;
  const session = await findSessionByOrder(trx, order.id);
  if (session && session.connector !== renewed.connector)
    await setPlug(trx, session.id, stationAddress(chosen.offer.point, renewed.connector));
  const payment = newPayment(renewed, paymentId, now);
  await addPayment(trx, payment);
  return { order: renewed, payment };
}
