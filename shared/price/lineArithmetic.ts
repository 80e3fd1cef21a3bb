import { type Currency, stepMinor } from '../model/money.ts';
import type { BillLine, LineKind } from '../model/tariff.ts';

/** How many of a line's quantity (Wh, seconds, sessions) its unit price is for. */
export const PRICED_PER: Readonly<Record<LineKind, number>> = {
  energy: 1000,
  time: 60,
  start: 1,
  blocking: 60,
  occupancy: 60,
  other: 1,
};
const MICRO_PER_MINOR = 10_000;

/** How much a line costs more than its quantity times its price, in minor units, and how much of that is mere rounding. */
export function excessOf({ kind, quantity, unitPriceMicro, amountMinor }: BillLine, currency: Currency) {
  const units = quantity / PRICED_PER[kind];
  return {
    excessMinor: amountMinor - (units * unitPriceMicro) / MICRO_PER_MINOR,
    // Rounded once; a price per minute is itself a rounded sixtieth of one per hour.
    roundingMinor: stepMinor(currency) / 2 + (units * 0.5) / MICRO_PER_MINOR + 1e-6,
  };
}

/** What lines are called: what brings a session to its highest or least price are two things. */
export const LINE_NAMES = ['energy', 'time', 'start', 'blocking', 'occupancy', 'highest', 'least'] as const;
export type LineName = (typeof LINE_NAMES)[number];

export function lineName({ kind, unitPriceMicro, amountMinor }: BillLine): LineName {
  if (kind !== 'other') return kind;
  // The amount also makes up for the rounding of other lines, so it may be above zero where a price was cut.
  return (unitPriceMicro || amountMinor) < 0 ? 'highest' : 'least';
}

/** Does a line cost less than its quantity times its price, because its fee has a highest amount? */
export function isCutOff(line: BillLine, currency: Currency): boolean {
  const { excessMinor, roundingMinor } = excessOf(line, currency);
  return line.kind !== 'other' && excessMinor < -roundingMinor;
}
