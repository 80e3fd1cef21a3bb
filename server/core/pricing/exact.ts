/** An exact number: `top` over `bottom`, in lowest terms, `bottom` above zero. Money is counted in it until it is rounded. */
export interface Exact {
  top: bigint;
  bottom: bigint;
}

export const ZERO: Exact = { top: 0n, bottom: 1n };

/** `top / bottom` in lowest terms; both whole, `bottom` above zero. */
export function exact(top: bigint | number, bottom: bigint | number = 1n): Exact {
  const [over, under] = [BigInt(top), BigInt(bottom)];
  const shared = greatestDivisor(over < 0n ? -over : over, under);
  return { top: over / shared, bottom: under / shared };
}

/** A decimal as it is written: 8.1 is 81/10, although the float is not. */
export function exactDecimal(decimal: number): Exact {
  const [whole = '0', digits = ''] = decimal.toFixed(6).split('.');
  return exact(BigInt(whole + digits), 10n ** BigInt(digits.length));
}

export const plus = (a: Exact, b: Exact): Exact =>
  a.bottom === b.bottom ? exact(a.top + b.top, a.bottom) : exact(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
export const minus = (a: Exact, b: Exact): Exact => plus(a, { top: -b.top, bottom: b.bottom });
export const times = (a: Exact, b: Exact): Exact => exact(a.top * b.top, a.bottom * b.bottom);
/** `b` above zero. */
export const dividedBy = (a: Exact, b: Exact): Exact => exact(a.top * b.bottom, a.bottom * b.top);
export const isMore = (a: Exact, b: Exact): boolean => a.top * b.bottom > b.top * a.bottom;
export const sumOf = (amounts: readonly Exact[]): Exact => amounts.reduce(plus, ZERO);

/** The nearest multiple of `step`, a half goes up: 2.5 is 3, -2.5 is -2. */
export const roundHalfUp = ({ top, bottom }: Exact, step = 1): number =>
  roundDown({ top: top * 2n + bottom * BigInt(step), bottom: bottom * 2n }, step);

/** The multiple of `step` at or below: -2.5 is -3. */
export function roundDown({ top, bottom }: Exact, step = 1): number {
  const under = bottom * BigInt(step);
  // BigInt division cuts towards zero.
  return Number(top >= 0n ? top / under : -((-top + under - 1n) / under)) * step;
}

/** The multiple of `step` at or above. */
export const roundUp = ({ top, bottom }: Exact, step = 1): number => 0 - roundDown({ top: -top, bottom }, step);

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [big, small] = [a, b];
  while (small > 0n) [big, small] = [small, big % small];
  return big;
}
