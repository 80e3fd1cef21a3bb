import type { RefundEventData } from '../../../shared/console/webhooks.ts';
import type { Db } from '../engine/database.ts';
import { emit } from '../jobs/webhookEvents.ts';
import { paymentFacts } from './paymentEvents.ts';
import { findPayment } from './payments.ts';

interface RefundFacts {
  id: string;
  paymentId: string;
  amountMinor: number;
  state: string;
}

/** Writes the event of a refund, or of a refund that waits for a second person. */
export const emitRefund = (
  trx: Db,
  type: 'refund.requested' | 'refund.waiting' | 'refund.done' | 'refund.failed',
  { id, paymentId, amountMinor, state }: RefundFacts,
): Promise<void> =>
  emit(trx, type, async () => {
    const payment = await findPayment(trx, paymentId);
    if (!payment) throw new Error(`The refund ${id} has no payment`);
    const { subject, clientId, data } = await paymentFacts(trx, payment);
    const refund: RefundEventData = {
      ...{ refund: id, payment: payment.id, session: data.session, client: clientId, state },
      amount: { amountMinor, currency: payment.currency },
    };
    return { subject, clientId, data: refund };
  });
