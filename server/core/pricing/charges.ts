import type { Dimension, LineKind, PriceComponent, Tariff } from '../../../shared/model/tariff.ts';
import type { PricingLocation } from './calendar.ts';
import { lineKind } from './lineKind.ts';
import { componentAt, type Match } from './match.ts';
import type { Usage } from './meterCurve.ts';
import { type Segment, segmentsOf } from './segments.ts';

/** How much of one price was used: Wh, seconds, or 1. */
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

/** What a session has used so far of each price, not rounded up yet. Never changed: going on makes a new one. */
export interface Tally {
  charges: ReadonlyMap<string, Charge>;
  /** Of each kind, which charge was used last, with the step it is rounded up to. */
  lasts: ReadonlyMap<LineKind, { key: string; stepSize: number }>;
  isStandingPriced: boolean;
}

export const NOTHING_USED: Tally = { charges: new Map(), lasts: new Map(), isStandingPriced: false };

/**
 * What a session used of each price, quantities already rounded up to step sizes. Components of one kind with the same
 * price, VAT and cap are one fee, also when they stand in several elements or in TIME and PARKING_TIME alike.
 */
export const chargesOf = (ask: { tariff: Tariff; place: PricingLocation; usage: Usage }): Charge[] =>
  roundedCharges(addSegments(NOTHING_USED, { tariff: ask.tariff, segments: segmentsOf(ask) }));

/** Adds segments that follow on those before. */
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

/** The charges of a session that goes on no more, or is looked at as if it did not. */
export function roundedCharges({ charges, lasts, isStandingPriced }: Tally): Charge[] {
  return [...charges].map(([key, charge]) => {
    const { kind, quantity } = charge;
    const last = lasts.get(kind);
    if (last?.key !== key || kind === 'start' || (kind === 'time' && isStandingPriced)) return charge;
    const total = [...charges.values()].reduce((sum, each) => (each.kind === kind ? sum + each.quantity : sum), 0);
    return { ...charge, quantity: quantity + missingToStep(total, last.stepSize) };
  });
}

/**
 * OCPI rounds once per session: the total of a unit goes up to a multiple of the last component's step, and what is added
 * costs what the last one costs; where standing time (PARKING_TIME) is priced, charging time is not rounded at all
 * (OCPI 2.2.1, notes on step_size). Our "per started minute" is the same rule with 60 seconds, kept per kind: a blocking
 * fee and an occupancy fee each round their own duration and neither disturbs the other.
 */
const missingToStep = (total: number, stepSize: number): number =>
  stepSize <= 1 ? 0 : Math.ceil(total / stepSize) * stepSize - total;
