import type Stripe from 'stripe';
import type { PeerCard } from './cards.ts';
import { type Books, enter, letRunOut, newStripeId, type RecordedPage, sampleOf } from './records.ts';

/**
 * What happened when a card was entered. 'held': the amount is held. 'over': the page accepts no more cards. `refusal`: error
 * code with which the card was refused.
 */
export type PaidWith = 'held' | 'over' | { refusal: string };

/** Enters a card on the hosted page, as a driver does. */
export function enterCard(books: Books, stored: RecordedPage, card: PeerCard, typedEmail = ''): PaidWith {
  letRunOut(books);
  if (stored.page.status !== 'open') return 'over';
  // The page has an e-mail field only if the app has passed no address.
  const email = stored.page.customer_email ?? typedEmail;
  if (email === '') return { refusal: 'email_invalid' };
  const intent = books.intents.get(String(stored.page.payment_intent)) ?? openIntent(books, stored);
  const charge = openCharge(books, intent, card);
  if (card.refusal !== null) return refuse(intent, charge, card.refusal);
  const held = { status: 'requires_capture', amount_capturable: intent.amount, last_payment_error: null };
  Object.assign(intent, { latest_charge: charge.id, ...held });
  books.held.add(intent);
  // The payment status stays `unpaid` although the page is complete, because the app captures the payment manually.
  const { customer_details: sample } = sampleOf('checkout.session', {});
  stored.page.customer_details = sample && { ...sample, email };
  Object.assign(stored.page, { status: 'complete', payment_status: 'unpaid', url: null });
  enter(books, intent, 'held', intent.amount);
  books.emit('checkout.session.completed', stored.page, stored.account);
  return 'held';
}

/** Refuses a card. The page stays open, and its PaymentIntent gets a failed charge with the details of the card. */
function refuse(intent: Stripe.PaymentIntent, charge: Stripe.Charge, refusal: string): PaidWith {
  Object.assign(charge, { status: 'failed', paid: false, failure_code: refusal, failure_message: refusal });
  const error = { type: 'card_error', code: refusal, charge: charge.id };
  Object.assign(intent, { latest_charge: charge.id, status: 'requires_payment_method', last_payment_error: error });
  return { refusal };
}

/** Creates the PaymentIntent of a page when the first card is entered. */
function openIntent(books: Books, stored: RecordedPage): Stripe.PaymentIntent {
  const { page, requested } = stored;
  const intent = sampleOf('payment_intent', {
    id: newStripeId('pi'),
    amount: page.amount_total ?? 0,
    amount_capturable: 0,
    amount_received: 0,
    created: books.nowS(),
    currency: page.currency ?? '',
    capture_method: requested.capture_method ?? 'automatic',
    canceled_at: null,
    metadata: (requested.metadata ?? {}) as Stripe.Metadata,
    cancellation_reason: null,
    last_payment_error: null,
  });
  books.intents.set(intent.id, intent);
  books.pageByIntent.set(intent.id, stored);
  page.payment_intent = intent.id;
  return intent;
}

function openCharge(books: Books, intent: Stripe.PaymentIntent, card: PeerCard): Stripe.Charge {
  const charge = sampleOf('charge', {
    id: newStripeId('ch'),
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    created: books.nowS(),
    currency: intent.currency,
    captured: false,
    disputed: false,
    payment_intent: intent.id,
    metadata: intent.metadata,
  });
  const details = charge.payment_method_details?.card;
  if (details) {
    Object.assign(details, {
      last4: card.number.slice(-4),
      brand: card.brand,
      ...(card.refusal === null ? { capture_before: books.nowS() + card.holdS } : {}),
      wallet: card.walletDigits === null ? null : { type: 'apple_pay', dynamic_last4: card.walletDigits, apple_pay: {} },
    });
  }
  books.charges.set(charge.id, charge);
  return charge;
}
