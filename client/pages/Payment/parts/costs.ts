import type { Charging, ChargingPoint, Estimate, Plug } from '../../../../shared/charging/charging.ts';
import { USUAL_WH } from '../../../../shared/charging/startingLimit.ts';
import { type EstimateForm, readEstimate, type WhatIf } from '../../../../shared/forms/estimate.ts';
import { type FieldErrors, Problem } from '../../../../shared/model/problem.ts';

/** What a session would cost, as the operator prices it: nothing is priced here. */
export interface Cost {
  asked: WhatIf;
  estimate: Estimate;
}

/** What was typed and what came of it. */
export interface OwnCost {
  values: EstimateForm;
  errors: FieldErrors;
  /** Null while there is none: it was wrong, or there was no answer. */
  cost: Cost | null;
}

export interface Costs {
  suggestions: readonly Cost[];
  /** Place of the suggestion that is shown; null: what was asked for is. */
  chosen: number | null;
  own: OwnCost | null;
}

type Where = Pick<ChargingPoint, 'clientId' | 'evseId'> & { plug: Plug };
type Query = Readonly<Record<string, string>>;

const SUGGESTED_KWH = [10, 20, 40] as const;
export const FIRST_SHOWN = SUGGESTED_KWH.findIndex(kwh => kwh * 1000 === USUAL_WH);

/** The suggestions and what was typed; null where nothing is to be paid, or where estimates are not offered. */
export async function loadCosts(charging: Charging, { query, ...where }: Where & { query: Query }): Promise<Costs | null> {
  if (where.plug.isFree) return null;
  const [suggestions, own] = await Promise.all([loadSuggestions(charging, where), ownOf(charging, where, query)]);
  if (!suggestions) return null;
  if (own?.cost) return { suggestions, chosen: null, own };
  const chosen = SUGGESTED_KWH.findIndex(kwh => String(kwh) === query.energy);
  return { suggestions, chosen: chosen < 0 ? FIRST_SHOWN : chosen, own };
}

/** The one in the line that is always there. */
export function shownCost({ suggestions, chosen, own }: Costs): Cost | null {
  return chosen === null ? (own?.cost ?? null) : (suggestions[chosen] ?? null);
}

/** Wh that are charged; 0: energy is free, and nobody asked for an amount of it. */
export function energyOf({ asked, estimate }: Cost): number {
  const lines = estimate.bill.lines.filter(({ kind }) => kind === 'energy');
  return lines.length > 0 ? lines.reduce((sum, { quantity }) => sum + quantity, 0) : (asked.energyWh ?? 0);
}

export async function loadSuggestions(charging: Charging, where: Where): Promise<readonly Cost[] | null> {
  try {
    return await Promise.all(SUGGESTED_KWH.map(kwh => fetchCost(charging, where, { energyWh: kwh * 1000 })));
  } catch (error) {
    // Prices stand on the page anyway: an estimate that cannot be had must not keep anybody from charging.
    if (error instanceof Problem) return null;
    throw error;
  }
}

function ownOf(charging: Charging, where: Where, { kwh, minutes }: Query): Promise<OwnCost | null> {
  if (kwh === undefined && minutes === undefined) return Promise.resolve(null);
  return loadOwn(charging, where, { kwh: kwh ?? '', minutes: minutes ?? '' });
}

/** Never fails: what went wrong is part of the answer, beside what was typed. */
export async function loadOwn(charging: Charging, where: Where, values: EstimateForm): Promise<OwnCost> {
  const read = readEstimate(values);
  if ('errors' in read) return { values, errors: read.errors, cost: null };
  const cost = await fetchCost(charging, where, read.ask).catch(() => null);
  return { values, errors: {}, cost };
}

async function fetchCost(charging: Charging, { clientId, evseId, plug }: Where, asked: WhatIf): Promise<Cost> {
  const estimate = await charging.estimateCost({ clientId, evseId, connector: plug.id, ...asked });
  return { asked, estimate };
}
