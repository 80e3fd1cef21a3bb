import { iso, MINUTE_MS } from '../../../../shared/model/time.ts';
import type { CostPart, Goal, Progress, Rates, SessionGoal } from '../../../../shared/price/progress.ts';
import { unitPrice } from '../../../core/pricing/gross.ts';
import { secondsAt } from '../../../core/pricing/meterCurve.ts';
import { MAX_RATES, type Rate, ratesUntil } from '../../../core/pricing/runningPrice.ts';
import { later } from '../../../core/records/instants.ts';
import type { OperatorContext } from '../../../runtime/context.ts';
import { billSoFar, isMeterOverdue, marginNow, type PriceNow } from '../cost/priceNow.ts';
import { currentPowerW, firstReached, PROJECTION_MS, projectCost } from './projection.ts';

/**
 * Returns the cost so far and the forecast of a session in progress, all derived from one bill.
 * @returns null if charging has not begun
 */
export function progressOf(priced: PriceNow, context: Pick<OperatorContext, 'stations' | 'clock'>): Progress | null {
  const { meter } = priced;
  if (!meter) return null;
  const endedAt = later(meter.endedAt, PROJECTION_MS);
  const rates = ratesUntil(meter.soFar.price, { endedAt, readings: meter.since });
  const nowS = secondsAt(meter.endedAt);
  const past = rates.filter(({ fromS }, index) => index === 0 || fromS <= nowS);
  const limitAt = limitInstant(priced, context);
  return {
    price: pricesOf(priced, { past, next: rates[past.length] }),
    parts: partsOf(priced, past),
    limitAt: iso(limitAt),
    batteryEnd: batteryEndOf(priced, context),
    goal: goalOf(priced, { context, limitAt }),
  };
}

function pricesOf(priced: PriceNow, { past, next }: { past: readonly Rate[]; next: Rate | undefined }): Progress['price'] {
  const [before, now] = [past.at(-2), past.at(-1)];
  if (!now) return null;
  const price = {
    now: ratesOf(priced, now),
    before: before ? { until: iso(now.fromS * 1000), rates: ratesOf(priced, before) } : null,
    next: next ? { from: iso(next.fromS * 1000), rates: ratesOf(priced, next) } : null,
  };
  const isFree = [now, before, next].every(rate => !rate?.energy && !rate?.time);
  return isFree ? null : price;
}

function ratesOf({ tariff, vatPercent }: PriceNow, { energy, time }: Rate): Rates {
  return {
    perKwhMicro: energy ? unitPrice(tariff, energy, vatPercent) : 0,
    perMinuteMicro: time ? unitPrice(tariff, time, vatPercent) : 0,
  };
}

/**
 * Returns the lines of the bill so far. An energy line also contains the period in which its price applied, if there was only
 * one such period.
 */
function partsOf(priced: PriceNow, past: readonly Rate[]): CostPart[] {
  const { tariff, vatPercent } = priced;
  const spans = energySpans(past);
  return (billSoFar(priced)?.lines ?? []).map(line => {
    const known = spans.filter(
      ({ energy }) =>
        energy !== null &&
        unitPrice(tariff, energy, vatPercent) === line.unitPriceMicro &&
        (energy.vatPercent ?? vatPercent) === line.vatPercent,
    );
    const [only, ...others] = line.kind === 'energy' ? known : [];
    const isClear = only && others.length === 0 && past.length <= MAX_RATES;
    return { ...line, from: isClear ? only.from : null, to: isClear ? only.to : null };
  });
}

/** Returns the period of each energy price. A change of the time price alone does not end a period. */
function energySpans(past: readonly Rate[]) {
  const changes = past.filter(({ energy }, index) => {
    const before = past[index - 1]?.energy;
    return index === 0 || energy?.priceMicro !== before?.priceMicro || energy?.vatPercent !== before?.vatPercent;
  });
  return changes.map(({ fromS, energy }, index) => {
    const next = changes[index + 1];
    return { energy, from: index === 0 ? null : iso(fromS * 1000), to: next ? iso(next.fromS * 1000) : null };
  });
}

/** Returns when charging will stop because of the limit, if the power does not change; null if unknown. */
function limitInstant(priced: PriceNow, context: Pick<OperatorContext, 'stations' | 'clock'>): Date | null {
  const { limitMinor } = priced.order;
  if (limitMinor === null || !isForeseen(priced, context)) return null;
  const spendableMinor = limitMinor - marginNow(priced, context);
  return beforeFull(priced, atCost(priced, { costMinor: spendableMinor, from: context.clock.now() }));
}

function atCost(priced: PriceNow, { costMinor, from }: { costMinor: number; from: Date }): Date | null {
  const span = { threshold: costMinor, from, withinMs: PROJECTION_MS, stepMs: MINUTE_MS };
  return firstReached(at => projectCost(priced, at).costMinor, span);
}

/** Returns whether a forecast is possible: the vehicle draws power, and its meter readings arrive. */
export const isForeseen = (priced: PriceNow, context: Pick<OperatorContext, 'stations' | 'clock'>): boolean =>
  currentPowerW(priced) > 0 && !isMeterOverdue(priced, context);

/** Returns when the vehicle's battery reaches its target or is full; null if the vehicle does not report the remaining time. */
export const batteryInstant = ({ session: { battery } }: PriceNow): Date | null =>
  battery?.minutesLeft == null ? null : later(new Date(battery.at), battery.minutesLeft * MINUTE_MS);

/** Returns `at`; null if the vehicle's battery will be full before, because a full battery draws no power. */
function beforeFull(priced: PriceNow, at: Date | null): Date | null {
  const fullAt = batteryInstant(priced);
  return at && fullAt && at > fullAt ? null : at;
}

function batteryEndOf(priced: PriceNow, context: Pick<OperatorContext, 'stations' | 'clock'>): Progress['batteryEnd'] {
  const at = batteryInstant(priced);
  if (!at || at <= context.clock.now() || !isForeseen(priced, context)) return null;
  return { at: iso(at), cost: { amountMinor: projectCost(priced, at).costMinor, currency: priced.currency } };
}

interface GoalOptions {
  context: Pick<OperatorContext, 'stations' | 'clock'>;
  limitAt: Date | null;
}

function goalOf(priced: PriceNow, { context, limitAt }: GoalOptions): SessionGoal | null {
  const { session, order, currency } = priced;
  const { goal } = session;
  if (!goal) return null;
  const at = goalInstant(priced, { goal, context });
  const isTooMuch = goal.kind === 'amount' && order.limitMinor !== null && goal.amountMinor >= order.limitMinor;
  const costMinor = at && isForeseen(priced, context) ? projectCost(priced, at).costMinor : null;
  const cost = costMinor === null ? null : { amountMinor: cappedMinor(priced, goal, costMinor), currency };
  return {
    goal,
    expected: at && { at: iso(at), cost },
    isBeyondLimit: isTooMuch || isAfterLimit(goal, { at, limitAt }),
  };
}

/**
 * Returns a forecast cost without what lies beyond the limit or beyond a goal in money. A forecast is made for a whole step of time,
 * so its cost may exceed the amount at which charging stops.
 */
export function cappedMinor({ order: { limitMinor } }: PriceNow, goal: Goal, costMinor: number): number {
  const stopsAtMinor = goal.kind === 'amount' ? goal.amountMinor : Number.POSITIVE_INFINITY;
  return Math.min(costMinor, limitMinor ?? costMinor, stopsAtMinor);
}

/** Returns whether the limit comes before the goal. False for a state of charge whose time is unknown. */
const isAfterLimit = ({ kind }: Goal, { at, limitAt }: { at: Date | null; limitAt: Date | null }): boolean =>
  limitAt !== null && (at === null ? kind !== 'battery' : at > limitAt);

/** Returns when a goal will be reached; null if unknown, or if the vehicle's battery will be full before. */
export function goalInstant(priced: PriceNow, { goal, context }: { goal: Goal; context: GoalOptions['context'] }): Date | null {
  const { meter, session } = priced;
  if (goal.kind === 'time') return new Date(goal.at);
  // The vehicle reports only the time until its own target.
  if (goal.kind === 'battery') return goal.percent === (session.battery?.targetPercent ?? 100) ? batteryInstant(priced) : null;
  if (!meter?.latest || !isForeseen(priced, context)) return null;
  const now = context.clock.now();
  if (goal.kind === 'amount') return beforeFull(priced, atCost(priced, { costMinor: goal.amountMinor, from: now }));
  const { at, energyWh } = meter.latest;
  const reached = later(at, ((goal.energyWh - energyWh) / currentPowerW(priced)) * 3_600_000);
  return reached > later(now, PROJECTION_MS) ? null : beforeFull(priced, reached > now ? reached : now);
}
