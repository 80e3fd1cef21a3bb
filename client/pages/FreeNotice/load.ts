import type { Alternatives } from '../../../shared/charging/alternatives.ts';
import type { Charging, ChargingPoint, Plug } from '../../../shared/charging/charging.ts';
import { NOTICE_LIFETIME_MS } from '../../../shared/charging/freeNotice.ts';
import { pathTo, pathToPlug } from '../../../shared/charging/paths.ts';
import { canChoose } from '../../../shared/charging/session.ts';
import { orNull } from '../../core/orNull.ts';
import type { Loaded, PageRequest } from '../../core/page.ts';

export interface FreeNoticeData {
  point: ChargingPoint;
  plug: Plug;
  /** Time until which a stored request is kept, ISO 8601. Null: the form is shown. */
  until: string | null;
  /** Where else to charge, after the request. Null: not loaded. */
  alternatives: Alternatives | null;
}

/** Loads the page. If the plug is unknown or free, redirects to the page on which drivers choose and pay. */
export async function load(charging: Charging, { locale, params, query, now }: PageRequest): Promise<Loaded<FreeNoticeData>> {
  const { clientId = '', evseId = '' } = params;
  const point = await charging.getChargingPoint({ clientId, evseId });
  const plug = point.plugs.find(({ id }) => id === query.plug);
  const until = untilOf(query.until, now);
  if (!plug || (canChoose(plug.state) && until === null)) {
    const where = { locale, clientId: point.clientId, evseId: point.evseId };
    return { redirect: plug ? pathToPlug({ ...where, plug: plug.id }) : pathTo('payment', where) };
  }
  const alternatives = until === null ? null : await orNull(charging.findAlternatives({ clientId, evseId, connector: plug.id }));
  const data: FreeNoticeData = { point, plug, until, alternatives };
  return { data };
}

/** Returns the time of the address if a request that is stored now can be kept until then. */
function untilOf(text: string | undefined, now: Date): string | null {
  const ms = Date.parse(text ?? '') - now.getTime();
  return text !== undefined && ms > 0 && ms <= NOTICE_LIFETIME_MS ? text : null;
}
