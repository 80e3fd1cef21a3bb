import type Stripe from 'stripe';
import type { Hold } from '../../core/ports/ports.ts';
import { answeredRead } from './answers.ts';
import { forAccount, readRef } from './refs.ts';

const PAGE_SIZE = 100;
/** Statuses of refunds whose money never left the account, or has come back. */
const WITHOUT_MONEY: ReadonlySet<string> = new Set(['failed', 'canceled']);

/**
 * Returns the parameters of a refund. The idempotency key is stored in its metadata, so that a list of refunds shows which calls
 * were executed.
 */
export const refundParams = (
  intentId: string,
  { amountMinor, key }: { amountMinor: number; key: string },
): Stripe.RefundCreateParams => ({ payment_intent: intentId, amount: amountMinor, metadata: { key } });

/**
 * Adds the idempotency keys of all executed refunds to a hold. Stripe is queried only if the hold has a refunded amount.
 * @throws ProviderUnavailable
 */
export async function withRefundKeys(stripe: Stripe, hold: Hold, intent: Stripe.PaymentIntent | null): Promise<Hold> {
  if (hold.refundedMinor === 0 || !intent) return hold;
  const options = forAccount(readRef(hold.ref).account);
  const { data } = await answeredRead(stripe.refunds.list({ payment_intent: intent.id, limit: PAGE_SIZE }, options));
  const keys = data.filter(({ status }) => !WITHOUT_MONEY.has(status ?? '')).map(({ metadata }) => metadata?.key);
  return { ...hold, refundKeys: keys.filter(key => typeof key === 'string') };
}
