/**
 * A decimal number as text, for example '-12.3400'. Amounts stay text, so that sums are exact, unlike with floating-point
 * numbers.
 */
export type Decimal = string;

const DECIMAL = /^(-?)(\d{1,15})(?:\.(\d{1,20}))?$/;
/** Number of decimal places that sums are computed with. */
const SCALE = 20;

/**
 * Converts a number to the shortest text with the same value.
 * @returns null if the number is too large for an amount or energy
 */
export function decimalOf(value: number): Decimal | null {
  const text = String(value).includes('e-') ? value.toFixed(SCALE) : String(value);
  return DECIMAL.test(text) ? text : null;
}

/**
 * Adds decimals exactly and removes trailing zeros.
 * @throws RangeError if a text is not a decimal, which is a bug
 */
export function sumOfDecimals(decimals: readonly Decimal[]): Decimal {
  const sum = decimals.map(scaled).reduce((a, b) => a + b, 0n);
  const digits = (sum < 0n ? -sum : sum).toString().padStart(SCALE + 1, '0');
  const fraction = digits.slice(-SCALE).replace(/0+$/, '');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -SCALE)}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * Returns the integer nearest to `decimal` × 10^power. Halves are rounded away from zero.
 * @throws RangeError if the text is not a decimal
 */
export function wholeOf(decimal: Decimal, power: number): number {
  const value = scaled(decimal) * 10n ** BigInt(power);
  const half = 10n ** BigInt(SCALE) / 2n;
  return Number((value + (value < 0n ? -half : half)) / 10n ** BigInt(SCALE));
}

function scaled(decimal: Decimal): bigint {
  const [, sign = '', whole, fraction = ''] = DECIMAL.exec(decimal) ?? [];
  if (whole === undefined) throw new RangeError(`not a decimal: ${decimal}`);
  return BigInt(`${sign}${whole}${fraction.padEnd(SCALE, '0')}`);
}
