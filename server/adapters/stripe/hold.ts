import type Stripe from 'stripe';
import type { Currency } from '../../../shared/model/money.ts';
import type { Hold, HoldState } from '../../core/ports/ports.ts';

/** Expand option that includes the payment intent and its latest charge in a Checkout Session. */
export const WITH_CHARGE = ['payment_intent.latest_charge'];

const expanded = <T extends object>(field: string | T | null | undefined): T | null =>
  typeof field === 'object' && field !== null ? field : null;

/** Returns the payment intent of a Checkout Session. Null until the payer has entered a card. */
export const intentOf = (page: Stripe.Checkout.Session): Stripe.PaymentIntent | null => expanded(page.payment_intent);

const INTENT_STATES: Readonly<Record<string, HoldState>> = {
  requires_capture: 'authorised',
  succeeded: 'captured',
};

/**
 * Returns the state of a hold. The `payment_status` of the Checkout Session cannot be used: with manual capture it stays
 * `unpaid`.
 */
function stateOf(page: Stripe.Checkout.Session): HoldState {
  const intent = intentOf(page);
  const held = INTENT_STATES[intent?.status ?? ''];
  if (held) return held;
  if (page.status === 'expired') return 'expired';
  return intent?.status === 'canceled' ? 'released' : 'open';
}

export function holdOf(ref: string, page: Stripe.Checkout.Session): Hold {
  const intent = intentOf(page);
  const charge = expanded(intent?.latest_charge);
  const state = stateOf(page);
  // Card details are ignored if the charge failed, because they belong to the declined card.
  const card = state === 'open' || charge?.status === 'failed' ? undefined : charge?.payment_method_details?.card;
  const digits = [card?.last4, card?.wallet?.dynamic_last4].filter(known => typeof known === 'string');
  return {
    ref,
    state,
    currency: (page.currency ?? '').toUpperCase() as Currency,
    authorisedMinor: heldOf(intent, state),
    capturedMinor: intent?.amount_received ?? 0,
    refundedMinor: state === 'captured' ? refundedOf(charge) : 0,
    isDisputed: charge?.disputed ?? false,
    captureBefore: state === 'authorised' && card?.capture_before ? new Date(card.capture_before * 1000) : null,
    cardDigits: [...new Set(digits)],
    cardBrand: card?.brand ?? null,
    cardFingerprint: card?.fingerprint ?? null,
    payerEmail: page.customer_details?.email ?? null,
  };
}

/**
 * Returns the authorised amount in minor units. While the hold is authorised, this is the amount the bank actually holds, which
 * may be less than requested. Afterwards it is the requested amount.
 */
function heldOf(intent: Stripe.PaymentIntent | null, state: HoldState): number {
  if (!intent || state === 'open' || state === 'expired') return 0;
  return state === 'authorised' ? intent.amount_capturable : intent.amount;
}

/**
 * Returns the refunded amount in minor units. After a partial capture, Stripe also counts the released remainder as refunded, so
 * it is subtracted here. If the reported amount is less than that remainder, all of it is a real refund.
 */
function refundedOf(charge: Stripe.Charge | null): number {
  if (!charge) return 0;
  const { amount, amount_captured: taken, amount_refunded: back, refunded: isAllBack } = charge;
  if (isAllBack) return taken;
  const untaken = amount - taken;
  return back >= untaken ? back - untaken : back;
}
