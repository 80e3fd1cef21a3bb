import { createHash } from 'node:crypto';
import type { StartAsk } from '../../../shared/charging.ts';
import type { StartOrder } from '../../backend.ts';
import { findLegalSource } from '../catalogue/legal.ts';
import type { Offer } from '../catalogue/offers.ts';
import { CHECKOUT_LIMIT_MS, type OperatorContext } from '../context.ts';
import { newAuthorizationReference, newId, newNumber } from '../ids.ts';
import { stationAddress } from '../sessions/stationAddress.ts';
import { requestStart } from '../sessions/transitions.ts';
import { addOrder, findOrderByFormToken, type OrderRow, transitionOrder } from '../store/orders.ts';
import { addPayment, type PaymentRow } from '../store/payments.ts';
import { addSession, findSessionByOrder, type SessionRow } from '../store/sessions.ts';
import type { Trx } from '../store/store.ts';
import { refuseFree, refuseSmall, refuseUnpaid } from './limits.ts';

/** What a visitor asked for, and what is offered for it. */
export interface Chosen {
  ask: StartOrder;
  offer: Offer;
  limitMinor: number | null;
}

/** One transaction: order, payment and session exist together, before anybody outside is asked. */
export async function createOrder(context: OperatorContext, { ask, offer, limitMinor }: Chosen): Promise<OrderRow> {
  const now = context.clock.now();
  const order: OrderRow = {
    id: newId(),
    intent: ask.formToken,
    client_id: ask.clientId,
    evse_id: offer.point.evseId,
    connector: ask.connector,
    state: 'open',
    why: null,
    created_at: now.getTime(),
    ...chosenFacts({ ask, offer, limitMinor }, now),
    visitor: ask.visitor ?? '',
    payment_id: limitMinor === null ? null : newId(),
  };
  await context.store.inTransaction(async trx => {
    if (await findOrderByFormToken(trx, ask.formToken)) return;
    // A paid order is checked again before its start, a free one is not: of two free orders at once the second is refused here.
    if (order.payment_id === null) await refuseFree(trx, order, now);
    else {
      await refuseUnpaid(trx, order, now);
      await refuseSmall(trx, order, now);
    }
    await addOrder(trx, order);
    const session = newSession(order, { number: await newNumber(trx), station: stationOf(offer, order.connector), now });
    await addSession(trx, session);
    if (order.payment_id !== null) {
      await addPayment(trx, newPayment(order, order.payment_id, now));
      return;
    }
    await transitionOrder(trx, order, 'held');
    await requestStart(trx, session, now);
  });
  context.logEvent('order created', { order: order.id, client: order.client_id, free: limitMinor === null });
  context.wake();
  // Another request with this form token may have been faster: then its order counts.
  return (await findOrderByFormToken(context.store.db, ask.formToken)) ?? order;
}

/** What the visitor chose and agreed to, with the hashes of the texts as they were. */
function chosenFacts({ ask, offer, limitMinor }: Chosen, now: Date) {
  const { client, tariff } = offer;
  const textOf = (kind: 'terms' | 'privacy') => {
    const text = findLegalSource(client, kind, ask.locale);
    return text && { hash: text.hash, locale: text.locale };
  };
  const consents = {
    terms: textOf('terms'),
    privacy: textOf('privacy'),
    tariff: tariff.version,
    limitMinor,
    at: now.toISOString(),
  };
  return {
    tariff_id: tariff.id,
    tariff_version: tariff.version,
    currency: tariff.tariff.currency,
    limit_minor: limitMinor,
    contact: JSON.stringify(ask.contact),
    email: ask.contact.email.trim().toLowerCase(),
    locale: ask.locale,
    consents: JSON.stringify(consents),
    fingerprint: fingerprint(ask, limitMinor),
  };
}

export function fingerprint({ evseId, connector, contact, tariffVersion, locale }: StartAsk, limitMinor: number | null): string {
  return createHash('sha256')
    .update(JSON.stringify([evseId, connector, contact, tariffVersion, locale, limitMinor]))
    .digest('hex');
}

const stationOf = ({ point }: Offer, connector: string): string => JSON.stringify(stationAddress(point, connector));

function newSession(order: OrderRow, { number, station, now }: { number: number; station: string; now: Date }): SessionRow {
  return {
    id: newId(),
    watch_id: newId(),
    number,
    order_id: order.id,
    client_id: order.client_id,
    evse_id: order.evse_id,
    connector: order.connector,
    start_id: newAuthorizationReference(),
    state: 'draft',
    why: null,
    version: 1,
    created_at: now.getTime(),
    start_by: null,
    started_at: null,
    ended_at: null,
    stop_asked_at: null,
    stop_accepted_at: null,
    stop_reason: null,
    energy_wh: 0,
    power_w: 0,
    bill: null,
    total_minor: null,
    look_at: null,
    station,
    stop_refused_at: null,
    battery: null,
    meter_revision: 0,
  };
}

function newPayment(order: OrderRow, id: string, now: Date): PaymentRow {
  return {
    id,
    order_id: order.id,
    client_id: order.client_id,
    ref: null,
    url: null,
    state: 'created',
    currency: order.currency,
    amount_minor: order.limit_minor ?? 0,
    capture_minor: null,
    captured_minor: null,
    refunded_minor: 0,
    card_digits: '[]',
    card_brand: null,
    card_key: '',
    waived_at: null,
    created_at: now.getTime(),
    expires_at: now.getTime() + CHECKOUT_LIMIT_MS,
    authorised_at: null,
    capture_before: null,
    settled_at: null,
    key_n: 1,
    look_at: now.getTime() + 30_000,
    version: 1,
  };
}

/** The same order with other values: a new payment takes the old one's place. Null: it is no longer open. */
export async function renewOrder(trx: Trx, order: OrderRow, chosen: Chosen, now: Date): Promise<OrderRow | null> {
  const paymentId = newId();
  const facts = { ...chosenFacts(chosen, now), connector: chosen.ask.connector, payment_id: paymentId };
  if (!(await transitionOrder(trx, order, 'open', facts))) return null;
  const renewed: OrderRow = { ...order, ...facts };
  const session = await findSessionByOrder(trx, order.id);
  if (session && session.connector !== renewed.connector) {
    const { connector } = renewed;
    const station = stationOf(chosen.offer, connector);
    await trx.updateTable('sessions').set({ connector, station }).where('id', '=', session.id).execute();
  }
  await addPayment(trx, newPayment(renewed, paymentId, now));
  return renewed;
}
