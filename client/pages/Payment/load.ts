import type { Charging, ChargingPoint } from '../../../shared/charging/charging.ts';
import { pathTo } from '../../../shared/charging/paths.ts';
import { canChoose } from '../../../shared/charging/session.ts';
import type { Loaded, PageRequest } from '../../core/page.ts';
import { type Costs, loadCosts } from './parts/costs.ts';

export interface PaymentData {
  point: ChargingPoint;
  /** The plug to pay for; null: it has to be chosen first, or none is available. */
  plugId: string | null;
  costs: Costs | null;
}

export async function load(charging: Charging, { locale, params, query }: PageRequest): Promise<Loaded<PaymentData>> {
  const { clientId = '', evseId = '' } = params;
  const point = await charging.getChargingPoint({ clientId, evseId });
  if (point.clientId !== clientId || point.evseId !== evseId) {
    return { redirect: pathTo('payment', { locale, clientId: point.clientId, evseId: point.evseId }) };
  }
  return { data: paymentData(charging, { point, asked: query.plug, query }) };
}

/** A point, the plug that was asked for, and what it would cost there. */
export async function paymentData(
  charging: Charging,
  { point, asked, query }: { point: ChargingPoint; asked: string | undefined; query: PageRequest['query'] },
): Promise<PaymentData> {
  const { clientId, evseId } = point;
  const plugId = choosePlug(point, asked);
  const plug = point.plugs.find(({ id }) => id === plugId);
  return { point, plugId, costs: plug ? await loadCosts(charging, { clientId, evseId, plug, query }) : null };
}

/** The asked plug while it can be chosen; a point's only plug needs no question. */
export function choosePlug({ plugs }: ChargingPoint, asked: string | undefined): string | null {
  const [only] = plugs;
  const plug = plugs.length === 1 ? only : plugs.find(({ id }) => id === asked);
  return plug && canChoose(plug.state) ? plug.id : null;
}
