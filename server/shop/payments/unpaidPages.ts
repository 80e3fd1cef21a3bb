import { later } from '../../core/records/instants.ts';
import type { PaymentState } from '../../store/tables/tables.ts';
import { endOrder } from '../sessions/lifecycle/transitions.ts';
import { move, type ProviderState } from './providerState.ts';

/** What is needed to end a payment that holds nothing. */
type Unheld = Omit<ProviderState, 'context' | 'hold'>;

/** The page has expired and nobody ever got its address. */
export async function endUnshown(known: Unheld): Promise<PaymentState> {
  const { state } = known.payment;
  if (state === 'created') return closeUnpaid(known);
  if (state === 'expired') await endUnpaid(known);
  return state;
}

/** The page closed unpaid. It goes on being read until nobody can have paid on it any more. */
export async function closeUnpaid(known: Unheld): Promise<PaymentState> {
  const { payment, now } = known;
  const nextCheckAt = payment.ref === null ? null : later(now, 60_000);
  await endUnpaid(known);
  return move(known, 'expired', { nextCheckAt, settledAt: now });
}

/** An order ends with its payment, unless a later payment has taken its place. */
export async function endUnpaid({ trx, payment, order, session, now }: Unheld): Promise<void> {
  if (order.paymentId === payment.id && order.state === 'open')
    await endOrder(trx, { order, session, why: 'payment-expired', now });
}
