import type { Charging, ChargingPoint, Plug } from '../../../shared/charging/charging.ts';
import { pathTo, pathToPlug } from '../../../shared/charging/paths.ts';
import { canChoose } from '../../../shared/charging/session.ts';
import type { Loaded, PageRequest } from '../../core/page.ts';

export interface FreeNoticeData {
  point: ChargingPoint;
  plug: Plug;
  /** True after the request was stored. */
  isSent: boolean;
}

/** Loads the page. If the plug is unknown or free, redirects to the page on which drivers choose and pay. */
export async function load(charging: Charging, { locale, params, query }: PageRequest): Promise<Loaded<FreeNoticeData>> {
  const { clientId = '', evseId = '' } = params;
  const point = await charging.getChargingPoint({ clientId, evseId });
  const plug = point.plugs.find(({ id }) => id === query.plug);
  const isSent = query.sent !== undefined;
  if (!plug || (canChoose(plug.state) && !isSent)) {
    const where = { locale, clientId: point.clientId, evseId: point.evseId };
    return { redirect: plug ? pathToPlug({ ...where, plug: plug.id }) : pathTo('payment', where) };
  }
  const data: FreeNoticeData = { point, plug, isSent };
  return { data };
}
