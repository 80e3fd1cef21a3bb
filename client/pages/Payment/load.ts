import type { Charging, ChargingPoint } from '../../../shared/charging.ts';
import { pathTo } from '../../../shared/paths.ts';
import { canChoose } from '../../../shared/session.ts';
import type { Loaded, PageAsk } from '../../pages.ts';

export interface PaymentData {
  point: ChargingPoint;
  /** The plug to pay for; null: it has to be chosen first, or none is available. */
  plugId: string | null;
}

export async function load(charging: Charging, { locale, params, query }: PageAsk): Promise<Loaded> {
  const { clientId = '', evseId = '' } = params;
  const point = await charging.getChargingPoint({ clientId, evseId });
  if (point.clientId !== clientId || point.evseId !== evseId) {
    return { redirect: pathTo('payment', { locale, clientId: point.clientId, evseId: point.evseId }) };
  }
  const data: PaymentData = { point, plugId: choosePlug(point, query.plug) };
  return { data };
}

/** The asked plug while it can be chosen; a point's only plug needs no question. */
export function choosePlug({ plugs }: ChargingPoint, asked: string | undefined): string | null {
  const [only] = plugs;
  const plug = plugs.length === 1 ? only : plugs.find(({ id }) => id === asked);
  return plug && canChoose(plug.state) ? plug.id : null;
}
