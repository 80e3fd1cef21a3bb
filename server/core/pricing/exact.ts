/**
 * An exact fraction `top` / `bottom` in lowest terms, with a positive `bottom`. Prices are calculated with fractions, so that
 * only final amounts are rounded.
 */
export interface Exact {
  top: bigint;
  bottom: bigint;
}

export const ZERO: Exact = { top: 0n, bottom: 1n };

/** Creates the fraction `top / bottom` in lowest terms. Both must be integers, and `bottom` positive. */
export function exact(top: bigint | number, bottom: bigint | number = 1n): Exact {
  const [over, under] = [BigInt(top), BigInt(bottom)];
  const shared = greatestDivisor(over < 0n ? -over : over, under);
  return { top: over / shared, bottom: under / shared };
}

/** Converts the decimal digits of a number: 8.1 becomes 81/10, although the float is not exactly 8.1. */
export function exactDecimal(decimal: number): Exact {
  const [whole = '0', digits = ''] = decimal.toFixed(6).split('.');
  return exact(BigInt(whole + digits), 10n ** BigInt(digits.length));
}

export const plus = (a: Exact, b: Exact): Exact =>
  a.bottom === b.bottom ? exact(a.top + b.top, a.bottom) : exact(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
export const minus = (a: Exact, b: Exact): Exact => plus(a, { top: -b.top, bottom: b.bottom });
export const times = (a: Exact, b: Exact): Exact => exact(a.top * b.top, a.bottom * b.bottom);
/** Divides two fractions. `b` must be positive. */
export const dividedBy = (a: Exact, b: Exact): Exact => exact(a.top * b.bottom, a.bottom * b.top);
export const isMore = (a: Exact, b: Exact): boolean => a.top * b.bottom > b.top * a.bottom;
export const sumOf = (amounts: readonly Exact[]): Exact => amounts.reduce(plus, ZERO);

/** Returns the nearest multiple of `step`. Halves are rounded up: 2.5 becomes 3, -2.5 becomes -2. */
export const roundHalfUp = ({ top, bottom }: Exact, step = 1): number =>
  roundDown({ top: top * 2n + bottom * BigInt(step), bottom: bottom * 2n }, step);

/** Returns the largest multiple of `step` that is not above the value: -2.5 becomes -3. */
export function roundDown({ top, bottom }: Exact, step = 1): number {
  const under = bottom * BigInt(step);
  // Division of BigInt rounds towards zero, so negative values need a correction.
  return Number(top >= 0n ? top / under : -((-top + under - 1n) / under)) * step;
}

/** Returns the smallest multiple of `step` that is not below the value. */
export const roundUp = ({ top, bottom }: Exact, step = 1): number => 0 - roundDown({ top: -top, bottom }, step);

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [big, small] = [a, b];
  while (small > 0n) [big, small] = [small, big % small];
  return big;
}
