import { DAY_MS } from '../../../../shared/model/time.ts';
import { bill } from '../../../core/pricing/bill.ts';
import { owedUntil } from '../../../core/pricing/runningPrice.ts';
import { later } from '../../../core/records/instants.ts';
import type { MayBe, PriceNow } from '../cost/priceNow.ts';

/** Maximum range of a forecast. Pages show the result as a time of day, which would be ambiguous beyond a day. */
export const PROJECTION_MS = DAY_MS;

/** Returns the current power of the vehicle in watts; 0 if the vehicle draws none or the power is unknown. */
export const currentPowerW = ({ meter }: PriceNow): number => (meter?.latest?.isCharging ? meter.latest.powerW : 0);

/**
 * Returns energy and cost of a session at a present or future instant, assuming that the vehicle continues at its current power.
 */
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

/**
 * Finds the first instant, in multiples of `stepMs`, at which a condition holds. The condition must not become false again.
 * @returns null if the condition does not hold within `withinMs`
 */
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
 * Finds the first instant at which a value that never decreases reaches `threshold`. Interpolation needs few evaluations, because
 * costs mostly grow evenly. If an interpolation has excluded less than half of the range, the next step bisects the range.
 * @returns null if the value does not reach `threshold` within `withinMs`
 */
export function firstReached(
  valueAt: (at: Date) => number,
  { threshold, from, withinMs, stepMs }: { threshold: number; from: Date; withinMs: number; stepMs: number },
): Date | null {
  const at = (step: number) => later(from, step * stepMs);
  const last = Math.ceil(withinMs / stepMs);
  let [low, high] = [
    { step: 0, value: valueAt(from) },
    { step: last, value: valueAt(at(last)) },
  ];
  if (low.value >= threshold) return from;
  if (high.value < threshold) return null;
  let isHalved = true;
  while (high.step - low.step > 1) {
    const width = high.step - low.step;
    const share = isHalved ? (threshold - low.value) / (high.value - low.value) : 0.5;
    const step = Math.min(high.step - 1, Math.max(low.step + 1, low.step + Math.ceil(share * width)));
    const probe = { step, value: valueAt(at(step)) };
    if (probe.value >= threshold) high = probe;
    else low = probe;
    isHalved = (high.step - low.step) * 2 <= width;
  }
  return at(high.step);
}
