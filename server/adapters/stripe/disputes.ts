import type Stripe from 'stripe';
import { type Hold, ProviderFailed } from '../../core/ports/ports.ts';
import { answered } from './answers.ts';
import { forAccount, readRef } from './refs.ts';

/** Maximum number of disputes to read per payment. More than one is rare. */
const MAX_DISPUTES = 10;
/**
 * Final dispute statuses; all others count as open. A closed inquiry counts as won, because no money was lost. A prevented
 * dispute also counts as won, because it never became one.
 */
const ENDED: Readonly<Record<string, 'won' | 'lost'>> = { won: 'won', warning_closed: 'won', prevented: 'won', lost: 'lost' };

/**
 * Adds the combined state of all disputes to a hold. If the API key may not read disputes, the hold is returned unchanged.
 * @throws ProviderUnavailable
 */
export async function withDispute(stripe: Stripe, hold: Hold, intent: Stripe.PaymentIntent | null): Promise<Hold> {
  if (!hold.isDisputed || !intent) return hold;
  const options = forAccount(readRef(hold.ref).account);
  try {
    const { data } = await answered(stripe.disputes.list({ payment_intent: intent.id, limit: MAX_DISPUTES }, options));
    return { ...hold, dispute: disputeOf(data) };
  } catch (error) {
    if (error instanceof ProviderFailed) return hold;
    throw error;
  }
}

/**
 * Combines several disputes into one state and the sum of the amounts in that state. Open disputes take precedence over lost
 * ones, and lost ones over won ones.
 */
export function disputeOf(disputes: readonly Pick<Stripe.Dispute, 'status' | 'amount'>[]): NonNullable<Hold['dispute']> | null {
  const states = disputes.map(({ status, amount }) => ({ state: ENDED[status] ?? 'open', amount }));
  for (const state of ['open', 'lost', 'won'] as const) {
    const those = states.filter(each => each.state === state);
    if (those.length > 0) return { state, amountMinor: those.reduce((sum, { amount }) => sum + amount, 0) };
  }
  return null;
}
