import { type Dimension, LINE_KINDS, type LineKind, type PriceComponent, type Tariff } from '../../../shared/model/tariff.ts';
import { type Exact, exact, isMore, minus, plus, times, ZERO } from './exact.ts';
import { grossFactor, type PricedLine, unitPrice } from './gross.ts';
import { lineKind } from './lineKind.ts';
import { componentAt, type Match } from './match.ts';
import { limitLines } from './priceLimits.ts';
import type { Segment } from './segments.ts';

/** The quantity to which one price component applies: in Wh, in seconds, or 1 for a start fee. */
export interface Charge {
  kind: LineKind;
  component: PriceComponent;
  quantity: number;
}

const USED_BY: Readonly<Record<Exclude<Dimension, 'FLAT'>, (segment: Segment) => number>> = {
  ENERGY: segment => segment.energyWh,
  TIME: segment => segment.toS - segment.fromS,
  PARKING_TIME: segment => segment.toS - segment.fromS,
};
const MEASURED = ['ENERGY', 'TIME', 'PARKING_TIME'] as const;

/**
 * Quantities of a session so far, one per price, before rounding up to step sizes. Immutable: `addSegments` returns a new tally.
 */
export interface Tally {
  charges: ReadonlyMap<string, Charge>;
  /**
   * For each kind of line: key of the charge that was used last, and the step size to which the total quantity of this kind is
   * rounded up.
   */
  lasts: ReadonlyMap<LineKind, { key: string; stepSize: number }>;
  isStandingPriced: boolean;
}

export const NOTHING_USED: Tally = { charges: new Map(), lasts: new Map(), isStandingPriced: false };

/**
 * Adds the segments that follow those of the tally. Components of one kind with the same price, VAT and maximum form one charge,
 * even if they belong to different elements or to both TIME and PARKING_TIME.
 */
export function addSegments(before: Tally, { tariff, segments }: { tariff: Tariff; segments: readonly Segment[] }): Tally {
  const [charges, lasts] = [new Map(before.charges), new Map(before.lasts)];
  let { isStandingPriced } = before;
  const use = (match: Match, quantity: number) => {
    const { component } = match;
    const kind = lineKind(tariff, match);
    const key = [kind, component.priceMicro, component.vatPercent, component.maxPerSessionMinor].join();
    const charge = charges.get(key) ?? { kind, component, quantity: 0 };
    charges.set(key, { ...charge, quantity: charge.quantity + quantity });
    lasts.set(kind, { key, stepSize: component.stepSize });
    isStandingPriced ||= component.type === 'PARKING_TIME' && kind === 'blocking';
  };
  for (const segment of segments) {
    const flat = lasts.has('start') ? null : componentAt(tariff, 'FLAT', segment.moment);
    if (flat) use(flat, 1);
    for (const dimension of MEASURED) {
      const quantity = USED_BY[dimension](segment);
      const match = quantity > 0 ? componentAt(tariff, dimension, segment.moment) : null;
      if (match) use(match, quantity);
    }
  }
  return { charges, lasts, isStandingPriced };
}

/** Returns the quantities, rounded up to step sizes as if the session ended now. */
function roundedCharges({ charges, lasts, isStandingPriced }: Tally): Charge[] {
  return [...charges].map(([key, charge]) => {
    const { kind, quantity } = charge;
    const last = lasts.get(kind);
    if (last?.key !== key || kind === 'start' || (kind === 'time' && isStandingPriced)) return charge;
    const total = [...charges.values()].reduce((sum, each) => (each.kind === kind ? sum + each.quantity : sum), 0);
    return { ...charge, quantity: quantity + missingToStep(total, last.stepSize) };
  });
}

/**
 * Returns the quantity that rounding up adds. OCPI rounds once per session: the total is rounded up to a multiple of the last
 * component's step, and the added quantity is charged at the price of that component. If PARKING_TIME has a price, charging time
 * is not rounded (OCPI 2.2.1, notes on step_size). "Per started minute" is a step of 60 seconds. Blocking fee and occupancy fee
 * are rounded separately.
 */
const missingToStep = (total: number, stepSize: number): number =>
  stepSize <= 1 ? 0 : Math.ceil(total / stepSize) * stepSize - total;

/** Number of units (Wh, seconds, sessions) for which the price of a component is stated. */
const PRICED_PER: Readonly<Record<Dimension, number>> = { ENERGY: 1000, TIME: 3600, PARKING_TIME: 3600, FLAT: 1 };

/**
 * Returns the lines of a session as if it ended now: one per kind and unit price, in the order that AFIR prescribes for prices.
 * Lines with the amount zero are left out.
 */
export function priceTally(tally: Tally, { tariff, vatPercent }: { tariff: Tariff; vatPercent: number }): PricedLine[] {
  const lines = cap(roundedCharges(tally))
    .filter(line => line.amount.top > 0n)
    .map(({ charge, amount }) => {
      const percent = charge.component.vatPercent ?? vatPercent;
      return { charge, amount, gross: times(amount, grossFactor(tariff, percent)), vatPercent: percent };
    });
  const priced = lines.map(({ charge: { kind, quantity, component }, gross, vatPercent }) => {
    return { kind, quantity, unitPriceMicro: unitPrice(tariff, component, vatPercent), amount: gross, vatPercent };
  });
  const all = [...priced, ...limitLines({ tariff, lines, vatPercent })];
  return all.sort((a, b) => LINE_KINDS.indexOf(a.kind) - LINE_KINDS.indexOf(b.kind));
}

/**
 * Returns the cost of each charge, limited to the maximum of its component. All prices of one kind, for example by day and by
 * night, share one maximum.
 */
function cap(charges: readonly Charge[]): { charge: Charge; amount: Exact }[] {
  const spent = new Map<LineKind, Exact>();
  return charges.map(charge => {
    const { type, priceMicro, maxPerSessionMinor } = charge.component;
    const amount = exact(BigInt(priceMicro) * BigInt(charge.quantity), PRICED_PER[type]);
    if (maxPerSessionMinor === undefined) return { charge, amount };
    const before = spent.get(charge.kind) ?? ZERO;
    const room = minus(exact(maxPerSessionMinor * 10_000), before);
    const left = isMore(ZERO, room) ? ZERO : room;
    const capped = isMore(amount, left) ? left : amount;
    spent.set(charge.kind, plus(before, capped));
    return { charge, amount: capped };
  });
}
