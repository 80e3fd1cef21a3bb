import { type Dimension, LINE_KINDS, type LineKind, type Tariff } from '../../../shared/model/tariff.ts';
import type { PricingLocation } from './calendar.ts';
import { type Charge, chargesOf } from './charges.ts';
import { type Exact, exact, isMore, minus, plus, times, ZERO } from './exact.ts';
import { grossFactor, type PricedLine, unitPrice } from './gross.ts';
import type { Usage } from './meterCurve.ts';
import { limitLines } from './priceLimits.ts';

export type { PricingLocation as PricingPlace } from './calendar.ts';
export type { Usage } from './meterCurve.ts';

export interface PriceInput {
  tariff: Tariff;
  place: PricingLocation;
  usage: Usage;
  /** The client's rate for the country; a component's own rate wins. */
  vatPercent: number;
}

/** How many of the quantity's units (Wh, seconds, sessions) a component's price is for. */
const PRICED_PER: Readonly<Record<Dimension, number>> = { ENERGY: 1000, TIME: 3600, PARKING_TIME: 3600, FLAT: 1 };

/**
 * Prices a session by the rules of OCPI 2.2.1 and our own fields (see Tariff): one line per kind and unit price, in AFIR
 * order, without lines that cost nothing. A capped line costs less than quantity × unit price. A least or highest price
 * adds lines of the kind 'other', negative for the highest. Pure; @throws RangeError for an unknown time zone.
 */
export function price({ tariff, place, usage, vatPercent }: PriceInput): PricedLine[] {
  return priceCharges(chargesOf({ tariff, place, usage }), { tariff, vatPercent });
}

/** The lines of what was used. See `price`. */
export function priceCharges(
  charges: readonly Charge[],
  { tariff, vatPercent }: Pick<PriceInput, 'tariff' | 'vatPercent'>,
): PricedLine[] {
  const lines = cap(charges)
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

/** What each charge costs, at most its cap; prices of one kind (by day and by night) use up a cap together. */
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
