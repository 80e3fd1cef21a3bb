import type { Session } from '../../../shared/charging/session.ts';
import { orderPaid, type PaidOrder, paymentOf } from '../paidOrder.ts';
import { until } from '../until.ts';
import type { OcpiShop } from './openOcpiShop.ts';

const AC = 'DE*CPO*E1*1';

export type OcpiOrder = PaidOrder;

/** Creates a driver who charges at a point of the simulated CPO. */
export function createOcpiDriver({ operator, payments, store, clientId, cpo }: OcpiShop) {
  const paidBy = (ordered: Pick<OcpiOrder, 'orderId'>) => paymentOf({ store }, ordered);
  const pointAt = (evseId = AC) => operator.getChargingPoint({ clientId, evseId });
  const paid = (evseId = AC): Promise<OcpiOrder> => orderPaid({ operator, payments, store, clientId }, evseId);
  const seen = ({ sessionId }: Pick<OcpiOrder, 'sessionId'>, isSo: (session: Session) => boolean) =>
    until(() => operator.getSession({ sessionId }), isSo);
  return {
    pointAt,
    paid,
    seen,
    paymentOf: paidBy,
    /** Orders, pays and charges until the session has more than 85 Wh. */
    async charged(): Promise<OcpiOrder> {
      const ordered = await paid();
      await seen(ordered, session => session.kind === 'running' && session.values.energyWh > 85);
      return ordered;
    },
    commands: async () =>
      (await cpo.state()).seen.filter(({ path }) => /commands/.test(path)).map(({ path }) => path.split('/').at(-1)),
  };
}
