/** A decimal as it is written: '-12.3400'. Amounts of peers are kept as text and never added up as floats. */
export type Decimal = string;

const DECIMAL = /^(-?)(\d{1,15})(?:\.(\d{1,20}))?$/;
/** What sums are counted in. */
const SCALE = 20;

/** The shortest text that means this number; null when it is none that money or energy could be. */
export function decimalOf(value: number): Decimal | null {
  const text = String(value).includes('e-') ? value.toFixed(SCALE) : String(value);
  return DECIMAL.test(text) ? text : null;
}

/** Exact, without zeros at its end. @throws RangeError for a text that is no decimal, which is a bug */
export function sumOfDecimals(decimals: readonly Decimal[]): Decimal {
  const sum = decimals.map(scaled).reduce((a, b) => a + b, 0n);
  const digits = (sum < 0n ? -sum : sum).toString().padStart(SCALE + 1, '0');
  const fraction = digits.slice(-SCALE).replace(/0+$/, '');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -SCALE)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The whole number nearest to `decimal` × 10^power; a half goes away from zero. */
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
