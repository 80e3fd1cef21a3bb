import type { Charging, ChargingPoint, Estimate, Plug } from '../../../../shared/charging/charging.ts';
import { USUAL_WH } from '../../../../shared/charging/startingLimit.ts';
import { type EstimateForm, readEstimate, type WhatIf } from '../../../../shared/forms/estimate.ts';
import type { FieldErrors } from '../../../../shared/model/problem.ts';
import { orNull } from '../../../core/orNull.ts';

/** The estimated cost of a session. The server calculates it. */
export interface Cost {
  requested: WhatIf;
  estimate: Estimate;
}

/** The values that the visitor has typed into the estimator, and the estimate for them. */
export interface OwnCost {
  values: EstimateForm;
  errors: FieldErrors;
  /** Null: the values are invalid, or the request failed. */
  cost: Cost | null;
}

export interface Costs {
  suggestions: readonly Cost[];
  /** Index of the shown suggestion. Null: the estimate of the typed values is shown. */
  chosen: number | null;
  own: OwnCost | null;
}

type Where = Pick<ChargingPoint, 'clientId' | 'evseId'> & { plug: Plug };
type Query = Readonly<Record<string, string>>;

const SUGGESTED_KWH = [10, 20, 40] as const;
export const FIRST_SHOWN = SUGGESTED_KWH.findIndex(kwh => kwh * 1000 === USUAL_WH);

/**
 * Loads the suggested estimates, and the estimate for the typed values. Null: charging is free, or the server offers no
 * estimates.
 */
export async function loadCosts(charging: Charging, { query, ...where }: Where & { query: Query }): Promise<Costs | null> {
  if (where.plug.isFree) return null;
  const [suggestions, own] = await Promise.all([loadSuggestions(charging, where), ownOf(charging, where, query)]);
  if (!suggestions) return null;
  if (own?.cost) return { suggestions, chosen: null, own };
  const chosen = SUGGESTED_KWH.findIndex(kwh => String(kwh) === query.energy);
  return { suggestions, chosen: chosen < 0 ? FIRST_SHOWN : chosen, own };
}

/** Returns the estimate that is visible when the estimator is folded. Null: there is none. */
export function shownCost({ suggestions, chosen, own }: Costs): Cost | null {
  return chosen === null ? (own?.cost ?? null) : (suggestions[chosen] ?? null);
}

/** Returns the estimated energy in Wh. 0: energy is free, and only a duration was typed. */
export function energyOf({ requested, estimate }: Cost): number {
  const lines = estimate.bill.lines.filter(({ kind }) => kind === 'energy');
  return lines.length > 0 ? lines.reduce((sum, { quantity }) => sum + quantity, 0) : (requested.energyWh ?? 0);
}

/** Null: the estimates have failed, which must not prevent an order. */
export const loadSuggestions = (charging: Charging, where: Where): Promise<readonly Cost[] | null> =>
  orNull(Promise.all(SUGGESTED_KWH.map(kwh => fetchCost(charging, where, { energyWh: kwh * 1000 }))));

function ownOf(charging: Charging, where: Where, { kwh, minutes }: Query): Promise<OwnCost | null> {
  if (kwh === undefined && minutes === undefined) return Promise.resolve(null);
  return loadOwn(charging, where, { kwh: kwh ?? '', minutes: minutes ?? '' });
}

/** Estimates the cost for the typed values. Never rejects: the result contains errors in place of an estimate. */
export async function loadOwn(charging: Charging, where: Where, values: EstimateForm): Promise<OwnCost> {
  const read = readEstimate(values);
  if ('errors' in read) return { values, errors: read.errors, cost: null };
  const cost = await fetchCost(charging, where, read.request).catch(() => null);
  return { values, errors: {}, cost };
}

async function fetchCost(charging: Charging, { clientId, evseId, plug }: Where, requested: WhatIf): Promise<Cost> {
  const estimate = await charging.estimateCost({ clientId, evseId, connector: plug.id, ...requested });
  return { requested, estimate };
}
