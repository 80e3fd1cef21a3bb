import type { Dimension, LineKind, PriceComponent, Tariff } from '../../../shared/tariff.ts';
import type { PricingPlace } from './calendar.ts';
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

/**
 * What a session used of each price, quantities already rounded up to step sizes. Components of one kind with the same
 * price, VAT and cap are one fee, also when they stand in several elements or in TIME and PARKING_TIME alike.
 */
export function chargesOf(ask: { tariff: Tariff; place: PricingPlace; usage: Usage }): Charge[] {
  const charges = new Map<string, Charge>();
  const lasts = new Map<LineKind, { charge: Charge; stepSize: number }>();
  let isStandingPriced = false;
  const use = (match: Match, quantity: number) => {
    const { component } = match;
    const kind = lineKind(ask.tariff, match);
    const key = [kind, component.priceMicro, component.vatPercent, component.maxPerSessionMinor].join();
    const charge = charges.get(key) ?? { kind, component, quantity: 0 };
    charge.quantity += quantity;
    charges.set(key, charge);
    lasts.set(kind, { charge, stepSize: component.stepSize });
    isStandingPriced ||= component.type === 'PARKING_TIME' && kind === 'blocking';
  };
  for (const segment of segmentsOf(ask)) {
    const flat = lasts.has('start') ? null : componentAt(ask.tariff, 'FLAT', segment.moment);
    if (flat) use(flat, 1);
    for (const dimension of MEASURED) {
      const quantity = USED_BY[dimension](segment);
      const match = quantity > 0 ? componentAt(ask.tariff, dimension, segment.moment) : null;
      if (match) use(match, quantity);
    }
  }
  if (isStandingPriced) lasts.delete('time');
  lasts.delete('start');
  for (const [kind, last] of lasts)
    roundUp(
      [...charges.values()].filter(charge => charge.kind === kind),
      last,
    );
  return [...charges.values()];
}

/**
 * OCPI rounds once per session: the total of a unit goes up to a multiple of the last component's step, and what is added
 * costs what the last one costs; where standing time (PARKING_TIME) is priced, charging time is not rounded at all
 * (OCPI 2.2.1, notes on step_size). Our "per started minute" is the same rule with 60 seconds, kept per kind: a blocking
 * fee and an occupancy fee each round their own duration and neither disturbs the other.
 */
function roundUp(charges: readonly Charge[], { charge, stepSize }: { charge: Charge; stepSize: number }) {
  if (stepSize <= 1) return;
  const total = charges.reduce((sum, each) => sum + each.quantity, 0);
  charge.quantity += Math.ceil(total / stepSize) * stepSize - total;
}
