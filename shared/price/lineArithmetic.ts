import { type Currency, stepMinor } from '../model/money.ts';
import type { BillLine, LineKind } from '../model/tariff.ts';

/** Quantity to which the unit price of a bill line refers: 1000 Wh, 60 seconds or one session. */
export const PRICED_PER: Readonly<Record<LineKind, number>> = {
  energy: 1000,
  time: 60,
  start: 1,
  blocking: 60,
  occupancy: 60,
  other: 1,
};
const MICRO_PER_MINOR = 10_000;

/**
 * Compares the amount of a line with quantity × unit price. `excessMinor`: amount minus this product. `roundingMinor`: maximum
 * difference that rounding can cause. Both in minor units.
 */
export function excessOf({ kind, quantity, unitPriceMicro, amountMinor }: BillLine, currency: Currency) {
  const units = quantity / PRICED_PER[kind];
  return {
    excessMinor: amountMinor - (units * unitPriceMicro) / MICRO_PER_MINOR,
    // The amount is rounded by at most half a step. The price per minute is also rounded, because it is a sixtieth of a price per
    // hour.
    roundingMinor: stepMinor(currency) / 2 + (units * 0.5) / MICRO_PER_MINOR + 1e-6,
  };
}

/** Names of bill lines in text keys. 'highest': reduction to the maximum price. 'least': increase to the minimum price. */
export const LINE_NAMES = ['energy', 'time', 'start', 'blocking', 'occupancy', 'highest', 'least'] as const;
export type LineName = (typeof LINE_NAMES)[number];

export function lineName({ kind, unitPriceMicro, amountMinor }: BillLine): LineName {
  if (kind !== 'other') return kind;
  // A line of kind 'other' adjusts the total to the maximum or minimum price. Its amount also compensates rounding and may have
  // the wrong sign, so the sign of the unit price decides if it is not 0.
  return (unitPriceMicro || amountMinor) < 0 ? 'highest' : 'least';
}

/** Returns true if the line costs less than quantity times unit price because its fee has reached a maximum. */
export function isCutOff(line: BillLine, currency: Currency): boolean {
  const { excessMinor, roundingMinor } = excessOf(line, currency);
  return line.kind !== 'other' && excessMinor < -roundingMinor;
}
