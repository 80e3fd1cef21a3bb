/**
 * A decimal as text, for example '-12.3400'. The amounts of platforms stay text and are never added as floating-point numbers.
 */
export type Decimal = string;

const DECIMAL = /^(-?)(\d{1,15})(?:\.(\d{1,20}))?$/;
/** Number of decimal places in sums. */
const SCALE = 20;

/**
 * Converts a number to the shortest equal text.
 * @returns null if the number is out of the range of amounts and energy
 */
export function decimalOf(value: number): Decimal | null {
  const text = String(value).includes('e-') ? value.toFixed(SCALE) : String(value);
  return DECIMAL.test(text) ? text : null;
}

/**
 * Adds decimals exactly, without trailing zeros.
 * @throws RangeError for a text that is not a decimal, which is a bug
 */
export function sumOfDecimals(decimals: readonly Decimal[]): Decimal {
  const sum = decimals.map(scaled).reduce((a, b) => a + b, 0n);
  const digits = (sum < 0n ? -sum : sum).toString().padStart(SCALE + 1, '0');
  const fraction = digits.slice(-SCALE).replace(/0+$/, '');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -SCALE)}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * The integer nearest to `decimal` × 10^power. Halves are rounded away from zero.
 * @throws RangeError for a text that is not a decimal
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
