import { later } from '../../core/records/instants.ts';
import type { PaymentState } from '../../store/tables/tables.ts';
import { endOrder } from '../sessions/lifecycle/transitions.ts';
import { move, type ProviderState } from './providerState.ts';

/** The input for ending a payment that has no hold. */
type Unheld = Omit<ProviderState, 'context' | 'hold'>;

/**
 * Ends a payment whose checkout has expired without any driver having received its address.
 * @returns the payment's state afterwards
 */
export async function endUnshown(known: Unheld): Promise<PaymentState> {
  const { state } = known.payment;
  if (state === 'created') return closeUnpaid(known);
  if (state === 'expired') await endUnpaid(known);
  return state;
}

/** Closes an unpaid payment. The sweeper still reads the payment until it is certain that no driver has paid. */
export async function closeUnpaid(known: Unheld): Promise<PaymentState> {
  const { payment, now } = known;
  const nextCheckAt = payment.ref === null ? null : later(now, 60_000);
  await endUnpaid(known);
  return move(known, 'expired', { nextCheckAt, settledAt: now });
}

/** Ends the order of a payment, unless the order has a newer payment. */
export async function endUnpaid({ trx, payment, order, session, now }: Unheld): Promise<void> {
  if (order.paymentId === payment.id && order.state === 'open')
    await endOrder(trx, { order, session, why: 'payment-expired', now });
}
