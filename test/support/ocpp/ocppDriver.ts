import { findOrder } from '../../../server/operator/store/orders.ts';
import { findPayment, type PaymentRecord } from '../../../server/operator/store/payments.ts';
import { findSession, type SessionRecord } from '../../../server/operator/store/sessions.ts';
import { EVSES, type OcppShop } from './openOcppShop.ts';

export interface OcppOrder {
  orderId: string;
  sessionId: string;
}

/** A driver at the station of an OCPP shop. */
export function createOcppDriver({ operator, payments, store, clientId, pass }: OcppShop) {
  let forms = 0;
  const paymentOf = async ({ orderId }: Pick<OcppOrder, 'orderId'>): Promise<PaymentRecord> => {
    const order = await findOrder(store.db, orderId);
    const payment = await findPayment(store.db, order?.paymentId ?? '');
    if (!payment) throw new Error('No payment');
    return payment;
  };
  return {
    paymentOf,
    async sessionOf({ sessionId }: Pick<OcppOrder, 'sessionId'>): Promise<SessionRecord> {
      const session = await findSession(store.db, sessionId);
      if (!session) throw new Error('No session');
      return session;
    },
    /** Why somebody has to look at it. */
    async alertsOf({ sessionId }: Pick<OcppOrder, 'sessionId'>): Promise<string[]> {
      const rows = await store.db.selectFrom('audit').select(['what', 'facts']).where('subject_id', '=', sessionId).execute();
      return rows
        .filter(({ what }) => what === 'attention')
        .map(({ facts }) => String((JSON.parse(facts) as { why?: string }).why));
    },
    /** Orders and pays; the station is asked. */
    async paid(evseId: string = EVSES[0]): Promise<OcppOrder> {
      const [plug] = (await operator.getChargingPoint({ clientId, evseId })).plugs;
      const started = await operator.startSession({
        clientId,
        evseId,
        connector: plug?.id ?? '',
        limitMinor: plug?.defaultLimitMinor ?? null,
        contact: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', emailConfirmation: 'ada@example.org' },
        consents: { acceptTerms: true, acceptPrivacy: true },
        tariffVersion: plug?.tariffVersion ?? '',
        formToken: `form-${++forms}`,
        locale: 'de',
      });
      if (started.kind !== 'pay') throw new Error('Nothing to pay');
      payments.pay((await paymentOf(started)).ref ?? '');
      const settled = await operator.refreshOrder({ orderId: started.orderId });
      if (settled.kind !== 'charging') throw new Error('Not charging');
      await pass(1);
      return { orderId: started.orderId, sessionId: settled.sessionId };
    },
  };
}
