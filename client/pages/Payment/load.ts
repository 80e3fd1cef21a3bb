import type { Alternatives } from '../../../shared/charging/alternatives.ts';
import type { Charging, ChargingPoint } from '../../../shared/charging/charging.ts';
import { pathTo } from '../../../shared/charging/paths.ts';
import { canChoose } from '../../../shared/charging/session.ts';
import { orNull } from '../../core/orNull.ts';
import type { Loaded, PageRequest, UnfinishedPayment } from '../../core/page.ts';
import { type Costs, loadCosts } from './parts/costs.ts';

export interface PaymentData {
  point: ChargingPoint;
  /** Id of the plug to pay for. Null: the visitor must choose one, or no plug is free. */
  plugId: string | null;
  costs: Costs | null;
  /** Ids of the plugs that the visitor wants and cannot use: the requested one, or all. Empty: a plug can be used. */
  unusable: readonly string[];
  /** Where else to charge, if no plug that the visitor wants can be used. Null: one can be used, or the list is not known. */
  alternatives: Alternatives | null;
  /** Time at which the page was loaded, ISO 8601. */
  at: string;
  /** The visitor's unfinished payment at this charging point. */
  unfinished: UnfinishedPayment | null;
}

export async function load(
  charging: Charging,
  { locale, params, query, now, unfinished = null }: PageRequest,
): Promise<Loaded<PaymentData>> {
  const { clientId = '', evseId = '' } = params;
  const point = await charging.getChargingPoint({ clientId, evseId });
  if (point.clientId !== clientId || point.evseId !== evseId) {
    return { redirect: pathTo('payment', { locale, clientId: point.clientId, evseId: point.evseId }) };
  }
  const own = unfinished?.evseId === evseId ? unfinished : null;
  return { data: paymentData(charging, { point, requested: query.plug, query, now, unfinished: own }) };
}

/** Returns the data of the payment page: the charging point, the requested plug, and cost estimates for the plug. */
export async function paymentData(
  charging: Charging,
  {
    point,
    requested,
    query,
    now,
    unfinished = null,
  }: { point: ChargingPoint; requested: string | undefined } & Pick<PageRequest, 'query' | 'now' | 'unfinished'>,
): Promise<PaymentData> {
  const { clientId, evseId } = point;
  const plugId = choosePlug(point, requested);
  const plug = point.plugs.find(({ id }) => id === plugId);
  const unusable = plugId === null ? unusablePlugs(point, requested) : [];
  const [costs, alternatives] = await Promise.all([
    plug ? loadCosts(charging, { clientId, evseId, plug, query }) : null,
    unusable.length > 0
      ? orNull(
          charging.findAlternatives({ clientId, evseId, ...(unusable.length === 1 ? { connector: unusable[0] ?? '' } : {}) }),
        )
      : null,
  ]);
  return { point, at: now.toISOString(), unfinished, plugId, costs, unusable, alternatives };
}

/** Returns the ids of the plugs that the visitor wants and cannot use. Empty: the visitor can choose another plug here. */
export function unusablePlugs({ plugs }: ChargingPoint, requested: string | undefined): readonly string[] {
  const isRequested = plugs.some(({ id, state }) => id === requested && !canChoose(state));
  if (requested !== undefined && isRequested) return [requested];
  return plugs.some(({ state }) => canChoose(state)) ? [] : plugs.map(({ id }) => id);
}

/**
 * Returns the id of the requested plug, or of the only one, if it is free. Null: the visitor must choose a plug, or the only one
 * is occupied.
 */
export function choosePlug({ plugs }: ChargingPoint, requested: string | undefined): string | null {
  const [only] = plugs;
  const plug = plugs.length === 1 ? only : plugs.find(({ id }) => id === requested);
  return plug && canChoose(plug.state) ? plug.id : null;
}
