import { type Currency, stepMinor } from '../model/money.ts';
import type { BillLine, LineKind } from '../model/tariff.ts';

/** The quantity (Wh, seconds, sessions) to which the unit price of a line applies. */
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
 * The difference between the price of a line and quantity times unit price, in minor units, and the part of it that rounding
 * explains.
 */
export function excessOf({ kind, quantity, unitPriceMicro, amountMinor }: BillLine, currency: Currency) {
  const units = quantity / PRICED_PER[kind];
  return {
    excessMinor: amountMinor - (units * unitPriceMicro) / MICRO_PER_MINOR,
    // Rounded once. A price per minute is itself a rounded sixtieth of a price per hour.
    roundingMinor: stepMinor(currency) / 2 + (units * 0.5) / MICRO_PER_MINOR + 1e-6,
  };
}

/** Text keys of lines. An adjustment to the maximum price and one to the minimum price have different names. */
export const LINE_NAMES = ['energy', 'time', 'start', 'blocking', 'occupancy', 'highest', 'least'] as const;
export type LineName = (typeof LINE_NAMES)[number];

export function lineName({ kind, unitPriceMicro, amountMinor }: BillLine): LineName {
  if (kind !== 'other') return kind;
  // The amount also compensates the rounding of other lines, so it may be positive although the maximum price has reduced the
  // total.
  return (unitPriceMicro || amountMinor) < 0 ? 'highest' : 'least';
}

/** True if a line costs less than quantity times unit price because its fee has a maximum. */
export function isCutOff(line: BillLine, currency: Currency): boolean {
  const { excessMinor, roundingMinor } = excessOf(line, currency);
  return line.kind !== 'other' && excessMinor < -roundingMinor;
}
