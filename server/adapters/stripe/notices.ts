import type Stripe from 'stripe';
import { answeredRead } from './answers.ts';
import { forAccount, refOf } from './refs.ts';

type FindPage = (stripe: Stripe, event: Stripe.Event) => Promise<string | null>;

const pageItself: FindPage = async (_stripe, event) => idOf(event.data.object);

/** Finds the Checkout Session of a payment intent, charge, refund or dispute. All of them refer to a payment intent. */
const pageOfIntent: FindPage = async (stripe, event) => {
  const thing = event.data.object as { id: string; object: string; payment_intent?: string | { id: string } | null };
  const intent = thing.object === 'payment_intent' ? thing.id : idOf(thing.payment_intent);
  if (intent === null) return null;
  const { data } = await answeredRead(
    stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 }, forAccount(event.account ?? null)),
  );
  return idOf(data[0]);
};

/** The processed webhook events, and how to find the Checkout Session of each. All other events are ignored. */
const SUBSCRIBED: Readonly<Record<string, FindPage>> = {
  'checkout.session.completed': pageItself,
  'checkout.session.expired': pageItself,
  'payment_intent.canceled': pageOfIntent,
  'charge.refunded': pageOfIntent,
  // A bank may reject a refund days later, for example because the account was closed.
  'refund.failed': pageOfIntent,
  'charge.dispute.created': pageOfIntent,
  'charge.dispute.updated': pageOfIntent,
  'charge.dispute.closed': pageOfIntent,
  'charge.dispute.funds_withdrawn': pageOfIntent,
  'charge.dispute.funds_reinstated': pageOfIntent,
};

/**
 * Finds the reference of the hold that a webhook event is about.
 * @returns null if it is not about a hold of this app
 */
export async function findRef(stripe: Stripe, event: Stripe.Event): Promise<string | null> {
  const id = (await SUBSCRIBED[event.type]?.(stripe, event)) ?? null;
  return id === null ? null : refOf({ id, account: event.account ?? null });
}

function idOf(thing: unknown): string | null {
  if (typeof thing === 'string') return thing;
  const id = (thing as { id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' ? id : null;
}
