import type { Charging, OrderStatus } from '../../../shared/charging/charging.ts';
import { pathTo } from '../../../shared/charging/paths.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Loaded, PageRequest } from '../../core/page.ts';
import { type PaymentData, paymentData } from '../Payment/load.ts';

type Unsettled = Exclude<OrderStatus, { kind: 'charging' }>;
type Returned = Exclude<Unsettled, { kind: 'checking' }>;

export type PaymentReturnData =
  | { settled: { kind: 'checking' } }
  /** The order has failed or is not paid. The page shows the order form with its values. */
  | ({ settled: Returned } & PaymentData);

export async function load(charging: Charging, { locale, params, query, now }: PageRequest): Promise<Loaded<PaymentReturnData>> {
  const { orderId = '' } = params;
  const settled = await (query.cancelled === '1' ? cancel(charging, orderId) : charging.refreshOrder({ orderId }));
  if (settled.kind === 'charging') {
    const { clientId, sessionId } = settled;
    return { redirect: pathTo('session', { locale, clientId, sessionId }) };
  }
  const data = settled.kind === 'checking' ? { settled } : await withPoint(charging, settled, now);
  return { data };
}

/**
 * Cancels the order of a driver who has cancelled on the payment provider's page. A payment that was held meanwhile is not cancelled,
 * and the driver gets to the session. Without an answer of the provider, the order stays as it is.
 */
const cancel = (charging: Charging, orderId: string): Promise<OrderStatus> =>
  charging.cancelOrder({ orderId }).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'payments-unavailable') return charging.refreshOrder({ orderId });
    throw error;
  });

async function withPoint(charging: Charging, settled: Returned, now: Date): Promise<PaymentReturnData> {
  const { clientId, evseId, connector } = settled.draft;
  const point = await charging.getChargingPoint({ clientId, evseId });
  return { settled, ...(await paymentData(charging, { point, requested: connector, query: {}, now })) };
}
