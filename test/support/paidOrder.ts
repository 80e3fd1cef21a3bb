import type { Operator } from '../../server/operator/operator.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { findOrder } from '../../server/store/shop/orders.ts';
import { findPayment, type PaymentRecord } from '../../server/store/shop/payments.ts';
import type { Started } from '../../shared/charging/charging.ts';
import type { FakePayments } from './fakePayments.ts';

/** A paid order and its session. */
export interface PaidOrder {
  orderId: string;
  sessionId: string;
}

interface Shop {
  operator: Operator;
  payments: FakePayments;
  store: Store;
  clientId: string;
}

export async function paymentOf(
  { store }: Pick<Shop, 'store'>,
  { orderId }: Pick<PaidOrder, 'orderId'>,
): Promise<PaymentRecord | null> {
  const order = await findOrder(store.db, orderId);
  return findPayment(store.db, order?.paymentId ?? '');
}

type ToPay = Extract<Started, { kind: 'pay' }>;
let forms = 0;

/** Creates an order at the first plug of a point, without paying. */
export async function orderAt({ operator, clientId }: Pick<Shop, 'operator' | 'clientId'>, evseId: string): Promise<ToPay> {
  const [plug] = (await operator.getChargingPoint({ clientId, evseId })).plugs;
  const started = await operator.startSession({
    clientId,
    evseId,
    connector: plug?.id ?? '',
    limitMinor: plug?.limits.at(-1)?.amountMinor ?? null,
    contact: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', emailConfirmation: 'ada@example.org' },
    consents: { acceptTerms: true, acceptPrivacy: true },
    tariffVersion: plug?.tariffVersion ?? '',
    formToken: `form-${++forms}`,
    locale: 'de',
  });
  if (started.kind !== 'pay') throw new Error('Nothing to pay');
  return started;
}

/** Creates and pays an order at the first plug of a point. The station receives the remote start. */
export async function orderPaid(shop: Shop, evseId: string): Promise<PaidOrder> {
  const { operator, payments } = shop;
  const started = await orderAt(shop, evseId);
  payments.pay((await paymentOf(shop, started))?.ref ?? '');
  const settled = await operator.refreshOrder({ orderId: started.orderId });
  if (settled.kind !== 'charging') throw new Error('Not charging');
  return { orderId: started.orderId, sessionId: settled.sessionId };
}
