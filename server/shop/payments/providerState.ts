import type { Hold } from '../../core/ports/ports.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { Trx } from '../../store/engine/database.ts';
import type { OrderRecord } from '../../store/shop/orders.ts';
import { type PaymentRecord, transitionPayment } from '../../store/shop/payments.ts';
import type { SessionRecord } from '../../store/shop/sessions.ts';
import type { PaymentState } from '../../store/tables/tables.ts';

/** One answer of the payment provider with the rows that it affects, inside one transaction. */
export interface ProviderState {
  context: OperatorContext;
  trx: Trx;
  payment: PaymentRecord;
  /** The order of `payment`. By now, the field `paymentId` of the order may refer to a newer payment. */
  order: OrderRecord;
  session: SessionRecord;
  hold: Hold;
  now: Date;
}

/**
 * Applies the payment provider's answer to a payment in one particular state.
 * @returns the payment's state afterwards
 */
export type Step = (known: ProviderState) => Promise<PaymentState>;

/**
 * Moves a payment to another state.
 * @returns the payment's state afterwards, which is unchanged if the row has changed meanwhile
 */
export async function move(
  { trx, payment }: Pick<ProviderState, 'trx' | 'payment'>,
  to: PaymentState,
  changes: Partial<Omit<PaymentRecord, 'state'>>,
): Promise<PaymentState> {
  return (await transitionPayment(trx, payment, to, changes))?.state ?? payment.state;
}
