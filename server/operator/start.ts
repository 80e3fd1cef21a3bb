import { createHash } from 'node:crypto';
import type { OrderDraft, Settled, StartAsk, Started } from '../../shared/charging.ts';
import { consentErrors, contactErrors, type ContactForm } from '../../shared/forms/contact.ts';
import type { Locale } from '../../shared/locales.ts';
import type { Currency } from '../../shared/money.ts';
import { pathTo } from '../../shared/paths.ts';
import { type FieldErrors, Problem } from '../../shared/problem.ts';
import { canChoose } from '../../shared/session.ts';
import { applyHold, endOrder, startSession as beginSession } from './holds.ts';
import { newId, newNumber } from './ids.ts';
import { findLegalSource } from './legal.ts';
import { type Desk, PAGE_LIMIT_MS } from './parts.ts';
import { ProviderUnavailable } from './ports.ts';
import type { ClientRecord } from './records.ts';
import { findOffer, getClientRecord, type Offer } from './shop.ts';
import { addOrder, countFreeStarts, findOrder, findOrderByIntent, hasOpenFreeSession, moveOrder, type OrderRow } from './store/orders.ts';
import { addPayment, findPayment, movePayment, type PaymentRow } from './store/payments.ts';
import { addSession, findSessionByOrder, type SessionRow } from './store/sessions.ts';
import type { Trx } from './store/store.ts';

const HOUR_MS = 3_600_000;
const FREE_STARTS_PER_HOUR = 5;

/** An order of a driver. The same intent never makes a second one; what is unpaid leads back to its payment page. */
export async function startSession(desk: Desk, ask: StartAsk): Promise<Started> {
  const known = await findOrderByIntent(desk.store.db, ask.intent);
  if (known && known.state !== 'open') return resumeClosed(desk, known);
  const client = await getClientRecord(desk, ask.clientId);
  const offer = await findOffer(desk, ask);
  const fields = startErrors(ask, client, offer);
  if (!offer || Object.keys(fields).length > 0) throw new Problem('invalid-input', { fields });
  if (ask.tariffVersion !== offer.tariff.version) throw new Problem('tariff-changed');
  if (!canChoose(offer.plug.state)) throw new Problem('plug-taken');
  const limitMinor = offer.plug.isFree ? null : (ask.limitMinor ?? offer.plug.defaultLimitMinor);
  if (known) return resumeOpen(desk, known, { ask, offer, limitMinor });
  if (offer.plug.isFree) await refuseTooManyFree(desk, ask);
  const order = await createOrder(desk, { ask, offer, limitMinor });
  if (order.state !== 'open') return resumeClosed(desk, order);
  return openPayment(desk, order);
}

function startErrors(ask: StartAsk, client: ClientRecord, offer: Offer | null): FieldErrors {
  const { namesRequired, emailRequired } = client;
  const isOffered = ask.limitMinor === null || offer?.plug.limits.some(({ amountMinor }) => amountMinor === ask.limitMinor);
  return {
    ...(offer ? {} : { connector: { key: 'plug.required' } }),
    ...(offer && !offer.plug.isFree && !isOffered ? { limit: { key: 'payment.limitGone' } } : {}),
    ...contactErrors(ask.contact, { namesRequired, emailRequired }),
    ...consentErrors(ask.consents),
  };
}

/** Free charging needs no card, so something else must keep one visitor from taking every plug. */
async function refuseTooManyFree(desk: Desk, { contact }: StartAsk): Promise<void> {
  const email = contact.email.trim().toLowerCase();
  if (email === '') return;
  const since = new Date(desk.clock.now().getTime() - HOUR_MS);
  if ((await countFreeStarts(desk.store.db, { email, since })) >= FREE_STARTS_PER_HOUR) throw new Problem('too-many', { retryAfterS: 3600 });
  if (await hasOpenFreeSession(desk.store.db, { email })) throw new Problem('not-now');
}

interface Chosen {
  ask: StartAsk;
  offer: Offer;
  limitMinor: number | null;
}

/** One transaction: order, payment and session exist together, before anybody outside is asked. */
async function createOrder(desk: Desk, { ask, offer, limitMinor }: Chosen): Promise<OrderRow> {
  const now = desk.clock.now();
  const number = await newNumber(desk.store.db);
  const order: OrderRow = {
    ...{ id: newId(), intent: ask.intent, client_id: ask.clientId, evse_id: offer.point.evseId, connector: ask.connector },
    ...{ state: 'open', why: null, created_at: now.getTime() },
    ...chosenFacts({ ask, offer, limitMinor }, now),
    payment_id: limitMinor === null ? null : newId(),
  };
  await desk.store.inTransaction(async trx => {
    if (!(await addOrder(trx, order))) return;
    const session = newSession(order, number, now);
    await addSession(trx, session);
    if (order.payment_id !== null) {
      await addPayment(trx, newPayment(order, order.payment_id, now));
      return;
    }
    await moveOrder(trx, order, 'held');
    await beginSession(trx, session, now);
  });
  desk.note('order created', { order: order.id, client: order.client_id, free: limitMinor === null });
  desk.hurry();
  // Another request with this intent may have been faster: its order is the one.
  return (await findOrderByIntent(desk.store.db, ask.intent)) ?? order;
}

/** What the visitor chose and agreed to, with proof of what the texts said. */
function chosenFacts({ ask, offer, limitMinor }: Chosen, now: Date) {
  const { client, tariff } = offer;
  const textOf = (kind: 'terms' | 'privacy') => {
    const text = findLegalSource(client, kind, ask.locale);
    return text && { hash: text.hash, locale: text.locale };
  };
  const consents = { terms: textOf('terms'), privacy: textOf('privacy'), tariff: tariff.version, limitMinor, at: now.toISOString() };
  return {
    ...{ tariff_id: tariff.id, tariff_version: tariff.version, currency: tariff.tariff.currency, limit_minor: limitMinor },
    ...{ contact: JSON.stringify(ask.contact), email: ask.contact.email.trim().toLowerCase(), locale: ask.locale },
    ...{ consents: JSON.stringify(consents), fingerprint: fingerprint(ask, limitMinor) },
  };
}

function fingerprint({ evseId, connector, contact, tariffVersion, locale }: StartAsk, limitMinor: number | null): string {
  return createHash('sha256').update(JSON.stringify([evseId, connector, contact, tariffVersion, locale, limitMinor])).digest('hex');
}

function newSession(order: OrderRow, number: number, now: Date): SessionRow {
  return {
    ...{ id: newId(), watch_id: newId(), number, order_id: order.id, client_id: order.client_id, evse_id: order.evse_id },
    ...{ connector: order.connector, start_id: newId(), state: 'draft', why: null, version: 1, created_at: now.getTime() },
    ...{ start_by: null, started_at: null, ended_at: null, stop_asked_at: null, stop_accepted_at: null, stop_reason: null },
    ...{ energy_wh: 0, power_w: 0, bill: null, total_minor: null, look_at: null },
  };
}

function newPayment(order: OrderRow, id: string, now: Date): PaymentRow {
  return {
    ...{ id, order_id: order.id, client_id: order.client_id, ref: null, url: null, state: 'created', currency: order.currency },
    ...{ amount_minor: order.limit_minor ?? 0, capture_minor: null, captured_minor: null, refunded_minor: 0 },
    ...{ card_digits: '[]', card_brand: null, created_at: now.getTime(), expires_at: now.getTime() + PAGE_LIMIT_MS },
    ...{ authorised_at: null, capture_before: null, settled_at: null, key_n: 1, look_at: now.getTime() + 30_000, version: 1 },
  };
}

/** The payment page of an order's payment; asking twice gives the same page, because the key is the payment's own. */
async function openPayment(desk: Desk, order: OrderRow): Promise<Started> {
  const payment = order.payment_id ? await findPayment(desk.store.db, order.payment_id) : null;
  if (!payment) throw new Error('An order has lost its payment');
  if (payment.state === 'pending' && payment.url) return { kind: 'pay', url: payment.url, orderId: order.id };
  if (payment.state !== 'created') return { kind: 'pay', url: returnPath(desk, order), orderId: order.id };
  const client = await getClientRecord(desk, order.client_id);
  const contact = JSON.parse(order.contact) as ContactForm;
  const locale = order.locale as Locale;
  const page = await unlessUnavailable(
    desk.payments.authorise({
      ...{ paymentId: payment.id, key: `authorise:${payment.id}:1`, amountMinor: payment.amount_minor },
      ...{ currency: payment.currency as Currency, locale, email: contact.email.trim() || null },
      ...{ returnUrl: returnPath(desk, order), cancelUrl: `${returnPath(desk, order)}?cancelled=1` },
      ...{ description: `${client.name}, ${order.evse_id}`, account: client.paymentAccount, expiresAt: new Date(payment.expires_at) },
    }),
  );
  await desk.store.inTransaction(async trx => {
    const current = await findPayment(trx, payment.id);
    if (current?.state === 'created') await movePayment(trx, current, 'pending', { ref: page.ref, url: page.url });
  });
  return { kind: 'pay', url: page.url, orderId: order.id };
}

const returnPath = (desk: Desk, { id, client_id, locale }: OrderRow): string =>
  desk.origin + pathTo('paymentReturn', { locale: locale as Locale, clientId: client_id, orderId: id });

const VISITOR_WAIT_MS = 5000;

/** A visitor waits five seconds for the provider; then the outcome is unknown, and the same intent tries the same key. */
async function unlessUnavailable<T>(call: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new ProviderUnavailable('late')), VISITOR_WAIT_MS);
  try {
    return await Promise.race([call, late.promise]);
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw new Problem('payments-unavailable', { cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** A held order is charging; one that is over brings a fresh form. */
async function resumeClosed(desk: Desk, order: OrderRow): Promise<Started> {
  const session = await findSessionByOrder(desk.store.db, order.id);
  if (order.state === 'held' && session) return { kind: 'charging', sessionId: session.id, clientId: order.client_id };
  throw new Problem('link-expired');
}

/** Same values: the same page. Other values: the old page is closed and read as closed before a new one is opened. */
async function resumeOpen(desk: Desk, order: OrderRow, chosen: Chosen): Promise<Started> {
  const now = desk.clock.now();
  if (order.fingerprint === fingerprint(chosen.ask, chosen.limitMinor)) {
    const payment = order.payment_id ? await findPayment(desk.store.db, order.payment_id) : null;
    if (payment && payment.expires_at > now.getTime()) return openPayment(desk, order);
  }
  const settled = await closePage(desk, order);
  if (settled) return settled;
  const renewed = await desk.store.inTransaction(trx => renewOrder(trx, order, chosen, now));
  return renewed ? openPayment(desk, renewed) : resumeClosed(desk, (await findOrder(desk.store.db, order.id)) ?? order);
}

/** Null: the old page is closed for certain. Otherwise where its visitor belongs instead. */
async function closePage(desk: Desk, order: OrderRow): Promise<Started | null> {
  const payment = order.payment_id ? await findPayment(desk.store.db, order.payment_id) : null;
  if (!payment?.ref) return null;
  const hold = await unlessUnavailable(desk.payments.read(payment.ref));
  const truth = hold.state === 'open' ? await unlessUnavailable(desk.payments.release({ ref: payment.ref, key: `release:${payment.id}:${payment.key_n}` })) : hold;
  if (truth.state === 'expired' || truth.state === 'released') return null;
  await applyHold(desk, payment.id, truth);
  return { kind: 'pay', url: returnPath(desk, order), orderId: order.id };
}

async function renewOrder(trx: Trx, order: OrderRow, chosen: Chosen, now: Date): Promise<OrderRow | null> {
  const old = order.payment_id ? await findPayment(trx, order.payment_id) : null;
  if (old && (old.state === 'created' || old.state === 'pending')) await movePayment(trx, old, 'expired', { settled_at: now.getTime() });
  const paymentId = newId();
  const facts = { ...chosenFacts(chosen, now), connector: chosen.ask.connector, payment_id: paymentId };
  if (!(await moveOrder(trx, order, 'open', facts))) return null;
  const renewed: OrderRow = { ...order, ...facts };
  const session = await findSessionByOrder(trx, order.id);
  if (session && session.connector !== renewed.connector) {
    await trx.updateTable('sessions').set({ connector: renewed.connector }).where('id', '=', session.id).execute();
  }
  await addPayment(trx, newPayment(renewed, paymentId, now));
  return renewed;
}

/** Reads the provider's truth for whoever comes back from the payment page. */
export async function settleOrder(desk: Desk, { orderId }: { orderId: string }): Promise<Settled> {
  const order = await getOrder(desk, orderId);
  const payment = order.payment_id ? await findPayment(desk.store.db, order.payment_id) : null;
  if (order.state === 'open' && payment?.ref) {
    const hold = await unlessUnavailable(desk.payments.read(payment.ref)).catch(() => null);
    if (hold) await applyHold(desk, payment.id, hold);
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
  return { kind: 'checking' };
}

async function getOrder(desk: Desk, id: string): Promise<OrderRow> {
  const order = await findOrder(desk.store.db, id);
  if (!order) throw new Problem('no-session');
  return order;
}

function draftOf({ client_id, evse_id, connector, limit_minor, contact }: OrderRow): OrderDraft {
  return { clientId: client_id, evseId: evse_id, connector, limitMinor: limit_minor, contact: JSON.parse(contact) as ContactForm };
}

/** Gives an unpaid order up: its page is closed, and only then is the order over. */
export async function cancelOrder(desk: Desk, { orderId }: { orderId: string }): Promise<Settled> {
  const order = await getOrder(desk, orderId);
  if (order.state !== 'open') return settledView(desk, orderId);
  const elsewhere = await closePage(desk, order);
  if (elsewhere) return settledView(desk, orderId);
  const now = desk.clock.now();
  await desk.store.inTransaction(async trx => {
    const payment = order.payment_id ? await findPayment(trx, order.payment_id) : null;
    if (payment && (payment.state === 'created' || payment.state === 'pending')) await movePayment(trx, payment, 'expired', { settled_at: now.getTime() });
    const current = await findOrder(trx, orderId);
    const session = await findSessionByOrder(trx, orderId);
    if (current?.state === 'open' && session) await endOrder(trx, { order: current, session, why: 'payment-cancelled', now });
  });
  desk.note('order cancelled', { order: orderId });
  return settledView(desk, orderId);
}
