import type { Hold } from '../../core/ports/ports.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { Trx } from '../../store/engine/database.ts';
import type { OrderRecord } from '../../store/shop/orders.ts';
import { type PaymentRecord, transitionPayment } from '../../store/shop/payments.ts';
import type { SessionRecord } from '../../store/shop/sessions.ts';
import type { PaymentState } from '../../store/tables/tables.ts';

/** One answer of the provider and the rows that the answer concerns, all inside one transaction. */
export interface ProviderState {
  context: OperatorContext;
  trx: Trx;
  payment: PaymentRecord;
  /** The order of the payment. The order may have another payment by now. */
  order: OrderRecord;
  session: SessionRecord;
  hold: Hold;
  now: Date;
}

/** @returns the payment's state afterwards */
export type Step = (known: ProviderState) => Promise<PaymentState>;

/**
 * Moves a payment to another state.
 * @returns the payment's state afterwards
 */
export async function move(
  { trx, payment }: Pick<ProviderState, 'trx' | 'payment'>,
  to: PaymentState,
  changes: Partial<Omit<PaymentRecord, 'state'>>,
): Promise<PaymentState> {
  return (await transitionPayment(trx, payment, to, changes))?.state ?? payment.state;
}
