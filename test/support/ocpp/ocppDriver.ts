import type { PaymentRecord } from '../../../server/store/shop/payments.ts';
import { findSession, type SessionRecord } from '../../../server/store/shop/sessions.ts';
import { orderPaid, type PaidOrder, paymentOf } from '../paidOrder.ts';
import { type OcppShop, STATION } from './openOcppShop.ts';

export type OcppOrder = PaidOrder;

/** Creates a driver who charges at the stations of an `OcppShop`. */
export function createOcppDriver(shop: OcppShop) {
  const { store, pass } = shop;
  return {
    async paymentOf(ordered: Pick<OcppOrder, 'orderId'>): Promise<PaymentRecord> {
      const payment = await paymentOf(shop, ordered);
      if (!payment) throw new Error('No payment');
      return payment;
    },
    async sessionOf({ sessionId }: Pick<OcppOrder, 'sessionId'>): Promise<SessionRecord> {
      const session = await findSession(store.db, sessionId);
      if (!session) throw new Error('No session');
      return session;
    },
    /** Returns the reasons of the alerts of a session. */
    async alertsOf({ sessionId }: Pick<OcppOrder, 'sessionId'>): Promise<string[]> {
      const rows = await store.db.selectFrom('audit').select(['what', 'facts']).where('subject_id', '=', sessionId).execute();
      return rows
        .filter(({ what }) => what === 'attention')
        .map(({ facts }) => String((JSON.parse(facts) as { why?: string }).why));
    },
    /** Creates and pays an order at a station, and waits one second for the remote start. */
    async paid(station: string = STATION): Promise<OcppOrder> {
      const ordered = await orderPaid(shop, shop.evseOf(station));
      await pass(1);
      return ordered;
    },
  };
}
