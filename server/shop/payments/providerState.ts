import type { Hold } from '../../core/ports/ports.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { Trx } from '../../store/engine/database.ts';
import type { OrderRecord } from '../../store/shop/orders.ts';
import { type PaymentRecord, transitionPayment } from '../../store/shop/payments.ts';
import type { SessionRecord } from '../../store/shop/sessions.ts';
import type { PaymentState } from '../../store/tables/tables.ts';

/** One answer of the provider and the rows it is about, all inside one transaction. */
export interface ProviderState {
  context: OperatorContext;
  trx: Trx;
  payment: PaymentRecord;
  /** The payment's; it may have another payment by now. */
  order: OrderRecord;
  session: SessionRecord;
  hold: Hold;
  now: Date;
}

/** Answers the payment's state from then on. */
export type Step = (known: ProviderState) => Promise<PaymentState>;

/** Moves a payment on; answers its state from then on. */
export async function move(
  { trx, payment }: Pick<ProviderState, 'trx' | 'payment'>,
  to: PaymentState,
  changes: Partial<Omit<PaymentRecord, 'state'>>,
): Promise<PaymentState> {
  return (await transitionPayment(trx, payment, to, changes))?.state ?? payment.state;
}
