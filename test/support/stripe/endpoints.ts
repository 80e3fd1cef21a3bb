import type Stripe from 'stripe';
import { MINUTE_S } from '../../../shared/model/time.ts';
import type { Call } from './parameters.ts';
import { listEntries, listPayouts, retrievePayout } from './payouts.ts';
import {
  type Books,
  cancelIntent,
  cancelUnpaid,
  chargeOf,
  enter,
  letRunOut,
  newStripeId,
  pageOf,
  type RecordedPage,
  sampleOf,
} from './records.ts';
import { Refusal } from './refusal.ts';
import type { Shapes } from './shapes.ts';

interface EndpointCall<C extends Call> {
  books: Books;
  params: Shapes[C];
  /** Id in the path of the request; empty if there is none. */
  id: string;
  account: string | null;
  /** Origin of the hosted pages. */
  origin: string;
}

type Endpoints = { [C in Call]: (requested: EndpointCall<C>) => object };

const MIN_AMOUNTS_MINOR: Readonly<Record<string, number>> = { eur: 50, chf: 50, gbp: 30, dkk: 250, huf: 17_500 };

/** By API call, the function that executes it. State transitions and error codes follow Stripe's documentation. */
export const ENDPOINTS: Endpoints = {
  'sessions.create': openCheckout,
  'sessions.retrieve': requested => findRequestedPage(requested).page,
  'sessions.list': listPages,
  'sessions.expire': closeCheckout,
  'intents.retrieve': requested => findRequestedIntent(requested, requested.id),
  'intents.capture': capture,
  'intents.cancel': cancel,
  'refunds.create': refund,
  'refunds.list': listRefunds,
  'disputes.list': listDisputes,
  'payouts.list': listPayouts,
  'payouts.retrieve': retrievePayout,
  'balance.list': listEntries,
  'configurations.list': listConfigurations,
};

function openCheckout({ books, params, account, origin }: EndpointCall<'sessions.create'>): Stripe.Checkout.Session {
  const item = params.line_items?.[0];
  const { currency = '', unit_amount: unit = 0 } = item?.price_data ?? {};
  const amount = Number(unit) * Number(item?.quantity ?? 1);
  const lasts = Number(params.expires_at ?? books.nowS() + 86_400) - books.nowS();
  if (amount < (MIN_AMOUNTS_MINOR[currency] ?? 0) || !(currency in MIN_AMOUNTS_MINOR))
    throw new Refusal(400, 'amount_too_small', { param: 'line_items' });
  if (lasts < books.minPageS || lasts > 24 * 60 * MINUTE_S) throw new Refusal(400, 'parameter_invalid', { param: 'expires_at' });
  for (const url of [params.success_url, params.cancel_url])
    if (!URL.canParse(String(url))) throw new Refusal(400, 'url_invalid');
  if (!books.acceptsCards) throw new Refusal(400, 'payment_intent_invalid_parameter');
  const id = newStripeId('cs_test');
  const page = sampleOf('checkout.session', {
    id,
    url: `${origin}/c/pay/${id}`,
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    amount_total: amount,
    amount_subtotal: amount,
    currency,
    created: books.nowS(),
    expires_at: books.nowS() + lasts,
    client_reference_id: params.client_reference_id ?? null,
    metadata: (params.metadata ?? {}) as Stripe.Metadata,
    customer_email: params.customer_email ?? null,
    customer_details: null,
    success_url: params.success_url ?? null,
    cancel_url: params.cancel_url ?? null,
    locale: (params.locale ?? 'auto') as Stripe.Checkout.Session.Locale,
    custom_text: (params.custom_text ?? {}) as Stripe.Checkout.Session.CustomText,
  });
  const stored: RecordedPage = { page, account, requested: params.payment_intent_data ?? {} };
  books.pages.set(id, stored);
  books.open.add(stored);
  return page;
}

function findRequestedPage({ books, id, account }: Pick<EndpointCall<Call>, 'books' | 'id' | 'account'>): RecordedPage {
  letRunOut(books);
  const stored = books.pages.get(id);
  if (stored?.account !== account) throw new Refusal(404, 'resource_missing', { param: 'session' });
  return stored;
}

function listPages({ books, params, account }: EndpointCall<'sessions.list'>): object {
  letRunOut(books);
  const { payment_intent: intent, created, limit = 10 } = params;
  const from = typeof created === 'object' ? (created.gte ?? 0) : 0;
  const stored = intent === undefined ? [...books.pages.values()].reverse() : [pageOf(books, intent)];
  const data = stored
    .flatMap(one => (one && one.account === account && one.page.created >= from ? [one.page] : []))
    .slice(0, limit);
  return { object: 'list', data, has_more: false, url: '/v1/checkout/sessions' };
}

function closeCheckout(requested: EndpointCall<'sessions.expire'>): Stripe.Checkout.Session {
  const { page, account } = findRequestedPage(requested);
  if (page.status !== 'open') throw new Refusal(400, 'resource_invalid_state');
  Object.assign(page, { status: 'expired', url: null });
  cancelUnpaid(requested.books, page);
  requested.books.emit('checkout.session.expired', page, account);
  return page;
}

function findRequestedIntent(
  { books, account }: Pick<EndpointCall<Call>, 'books' | 'account'>,
  id: string,
): Stripe.PaymentIntent {
  letRunOut(books);
  const intent = books.intents.get(id);
  if (!intent || pageOf(books, id)?.account !== account) throw new Refusal(404, 'resource_missing', { param: 'intent' });
  return intent;
}

function capture(requested: EndpointCall<'intents.capture'>): Stripe.PaymentIntent {
  const { books, params } = requested;
  const intent = findRequestedIntent(requested, requested.id);
  if (intent.status !== 'requires_capture') throw new Refusal(400, 'payment_intent_unexpected_state');
  const amount = params.amount_to_capture ?? intent.amount_capturable;
  if (!Number.isSafeInteger(amount)) throw new Refusal(400, 'parameter_invalid_integer', { param: 'amount_to_capture' });
  if (amount > intent.amount_capturable) throw new Refusal(400, 'amount_too_large', { param: 'amount_to_capture' });
  if (amount < (MIN_AMOUNTS_MINOR[intent.currency] ?? 0))
    throw new Refusal(400, 'amount_too_small', { param: 'amount_to_capture' });
  Object.assign(intent, { status: 'succeeded', amount_received: amount, amount_capturable: 0 });
  const charge = chargeOf(books, intent);
  // Like at the real Stripe, the part of a hold that is not captured counts as refunded.
  if (charge) Object.assign(charge, { captured: true, amount_captured: amount, amount_refunded: charge.amount - amount });
  enter(books, intent, 'taken', amount);
  books.emit('payment_intent.succeeded', intent, requested.account);
  return intent;
}

function cancel(requested: EndpointCall<'intents.cancel'>): Stripe.PaymentIntent {
  const intent = findRequestedIntent(requested, requested.id);
  if (intent.status !== 'requires_capture') throw new Refusal(400, 'payment_intent_unexpected_state');
  cancelIntent(requested.books, intent, { reason: requested.params.cancellation_reason ?? null, move: 'released' });
  return intent;
}

function refund(requested: EndpointCall<'refunds.create'>): Stripe.Refund {
  const { books, params } = requested;
  const intent = findRequestedIntent(requested, params.payment_intent ?? '');
  const charge = chargeOf(books, intent);
  if (intent.status !== 'succeeded' || !charge) throw new Refusal(400, 'charge_not_refundable');
  const left = charge.amount - charge.amount_refunded;
  const amount = params.amount ?? left;
  if (left === 0) throw new Refusal(400, 'charge_already_refunded');
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > left)
    throw new Refusal(400, 'amount_too_large', { param: 'amount' });
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  enter(books, intent, 'refunded', amount);
  books.emit('charge.refunded', charge, requested.account);
  const made = sampleOf('refund', {
    id: newStripeId('re'),
    amount,
    currency: intent.currency,
    created: books.nowS(),
    status: 'succeeded',
    charge: charge.id,
    payment_intent: intent.id,
    metadata: (params.metadata || {}) as Stripe.Metadata,
  });
  books.refunds.unshift(made);
  return made;
}

function listRefunds({ books, params }: EndpointCall<'refunds.list'>): object {
  const data = books.refunds
    .filter(({ payment_intent: intent }) => intent === params.payment_intent)
    .slice(0, params.limit ?? 10);
  return { object: 'list', data, has_more: false, url: '/v1/refunds' };
}

/**
 * Lists the payment methods that the holder of the account has enabled. Connected accounts have both wallets. The main account
 * has no Google Pay.
 */
function listConfigurations({ books, account }: EndpointCall<'configurations.list'>): object {
  const shown = (isOn: boolean) => ({ available: isOn, display_preference: { value: isOn ? 'on' : 'off' } });
  const wallets = { apple_pay: shown(true), google_pay: shown(account !== null) };
  const facts = {
    object: 'payment_method_configuration',
    active: true,
    is_default: true,
    card: shown(books.acceptsCards),
    ...wallets,
  };
  return {
    object: 'list',
    data: [{ ...facts, id: newStripeId('pmc') }],
    has_more: false,
    url: '/v1/payment_method_configurations',
  };
}

/** Opens a dispute. The bank takes the payment back until the dispute is closed. */
export function dispute(books: Books, pageId: string): void {
  const stored = books.pages.get(pageId);
  const intent = books.intents.get(String(stored?.page.payment_intent));
  const charge = intent ? chargeOf(books, intent) : null;
  if (!stored || !intent || !charge?.captured) throw new Error('Only taken money can be disputed');
  charge.disputed = true;
  const { amount_captured: amount, currency } = charge;
  const facts = { id: newStripeId('du'), amount, currency, charge: charge.id, payment_intent: intent.id };
  enter(books, intent, 'disputed', amount);
  const opened = sampleOf('dispute', { ...facts, status: 'needs_response' });
  books.disputes.push(opened);
  books.emit('charge.dispute.created', opened, stored.account);
}

/** Closes a dispute with the decision of the bank. */
export function endDispute(books: Books, pageId: string, status: 'won' | 'lost'): void {
  const stored = books.pages.get(pageId);
  const ended = books.disputes.find(({ payment_intent: intent }) => intent === stored?.page.payment_intent);
  if (!stored || !ended) throw new Error('Nothing is disputed');
  ended.status = status;
  books.emit('charge.dispute.closed', ended, stored.account);
}

function listDisputes({ books, params }: EndpointCall<'disputes.list'>): object {
  const data = books.disputes.filter(({ payment_intent: intent }) => intent === params.payment_intent);
  return { object: 'list', data, has_more: false, url: '/v1/disputes' };
}
