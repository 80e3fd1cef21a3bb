import { DAY_MS } from '../../../../shared/model/time.ts';
import { bill } from '../../../core/pricing/bill.ts';
import { owedUntil } from '../../../core/pricing/runningPrice.ts';
import { later } from '../../../core/records/instants.ts';
import type { MayBe, PriceNow } from '../cost/priceNow.ts';

/** So far ahead is looked at all: a time of day means nothing after it. */
export const PROJECTION_MS = DAY_MS;

/** What the vehicle takes now, in watts; 0: nothing, or nobody knows. */
export const currentPowerW = ({ meter }: PriceNow): number => (meter?.latest?.isCharging ? meter.latest.powerW : 0);

/** What a session has come to at an instant that is not past, if its vehicle goes on as it does. */
export function projectCost(priced: PriceNow, at: Date): MayBe {
  const { meter, vatPercent, currency } = priced;
  if (!meter) return { energyWh: 0, costMinor: 0 };
  const { latest, since, soFar } = meter;
  const powerW = currentPowerW(priced);
  const drawnWh = latest ? (powerW * Math.max(0, at.getTime() - latest.at.getTime())) / 3_600_000 : 0;
  const energyWh = Math.floor((latest?.energyWh ?? 0) + drawnWh);
  const readings = latest ? [...since, { ...latest, at: latest.at > at ? latest.at : at, energyWh }] : since;
  const lines = owedUntil(soFar.price, { endedAt: at, readings, vatPercent });
  return { energyWh, costMinor: bill(lines, { currency }).totalMinor };
}

/** The first instant, to a step, from which on something holds that stays once it does; null: not within `withinMs`. */
export function firstInstant(
  holds: (at: Date) => boolean,
  { from, withinMs, stepMs }: { from: Date; withinMs: number; stepMs: number },
): Date | null {
  const steps = Math.ceil(withinMs / stepMs);
  if (!holds(later(from, steps * stepMs))) return null;
  let [before, reached] = [-1, steps];
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    if (holds(later(from, middle * stepMs))) reached = middle;
    else before = middle;
  }
  return later(from, reached * stepMs);
}

/**
 * The same of a value that never falls: the first instant at which it has come to `least`. Prices mostly grow evenly, so a few
 * looks along the line do instead of a dozen; whenever one has cut off less than half, the next is in the middle.
 */
export function firstReached(
  valueAt: (at: Date) => number,
  { least, from, withinMs, stepMs }: { least: number; from: Date; withinMs: number; stepMs: number },
): Date | null {
  const at = (step: number) => later(from, step * stepMs);
  const last = Math.ceil(withinMs / stepMs);
  let [low, high] = [
    { step: 0, value: valueAt(from) },
    { step: last, value: valueAt(at(last)) },
  ];
  if (low.value >= least) return from;
  if (high.value < least) return null;
  let isHalved = true;
  while (high.step - low.step > 1) {
    const width = high.step - low.step;
    const share = isHalved ? (least - low.value) / (high.value - low.value) : 0.5;
    const step = Math.min(high.step - 1, Math.max(low.step + 1, low.step + Math.ceil(share * width)));
    const probe = { step, value: valueAt(at(step)) };
    if (probe.value >= least) high = probe;
    else low = probe;
    isHalved = (high.step - low.step) * 2 <= width;
  }
  return at(high.step);
}
