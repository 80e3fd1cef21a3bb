import { findOrder } from '../../../server/operator/store/orders.ts';
import { findPayment, type PaymentRecord } from '../../../server/operator/store/payments.ts';
import type { Session } from '../../../shared/session.ts';
import { until } from '../until.ts';
import type { OcpiShop } from './openOcpiShop.ts';

const AC = 'DE*CPO*E1*1';

export interface OcpiOrder {
  orderId: string;
  sessionId: string;
}

let forms = 0;

/** A driver at a charging point of the local CPO. */
export function createOcpiDriver({ operator, payments, store, clientId, cpo }: OcpiShop) {
  const paymentOf = async ({ orderId }: Pick<OcpiOrder, 'orderId'>): Promise<PaymentRecord | null> => {
    const order = await findOrder(store.db, orderId);
    return findPayment(store.db, order?.paymentId ?? '');
  };
  const pointAt = (evseId = AC) => operator.getChargingPoint({ clientId, evseId });
  const paid = async (evseId = AC): Promise<OcpiOrder> => {
    const [plug] = (await pointAt(evseId)).plugs;
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
    payments.pay((await paymentOf(started))?.ref ?? '');
    const settled = await operator.refreshOrder({ orderId: started.orderId });
    if (settled.kind !== 'charging') throw new Error('Not charging');
    return { orderId: started.orderId, sessionId: settled.sessionId };
  };
  const seen = ({ sessionId }: Pick<OcpiOrder, 'sessionId'>, isSo: (session: Session) => boolean) =>
    until(() => operator.getSession({ sessionId }), isSo);
  return {
    pointAt,
    paid,
    seen,
    paymentOf,
    /** A paid session that has charged more than a kilowatt-hour. */
    async charged(): Promise<OcpiOrder> {
      const ordered = await paid();
      await seen(ordered, session => session.kind === 'running' && session.values.energyWh > 1000);
      return ordered;
    },
    commands: async () =>
      (await cpo.state()).seen.filter(({ path }) => /commands/.test(path)).map(({ path }) => path.split('/').at(-1)),
  };
}
