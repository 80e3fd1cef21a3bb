import Joi from 'joi';

/** Matches at most nine digits before and six after the point. A JSON number represents these fifteen digits exactly. */
const DECIMAL = /^(\d{1,9})(?:\.(\d{1,6}))?$/;
const PERCENT = 100_000_000n;
const FOUR_DECIMALS = 100n;

/**
 * Converts a number of a JSON file into millionths: 0.4567 → 456700. Uses the decimal text of the number, because arithmetic
 * with floats would be inexact.
 * @returns null if the value is negative, has more than six decimals, or is a billion or more
 */
export function microOf(value: number): number | null {
  const [, whole, fraction = ''] = DECIMAL.exec(String(value)) ?? [];
  return whole === undefined ? null : Number(whole + fraction.padEnd(6, '0'));
}

/**
 * Like `microOf`, for a value that a schema has accepted.
 * @throws RangeError for an invalid value, which would be a bug
 */
export function microOfValid(value: number): number {
  const micro = microOf(value);
  if (micro === null) throw new RangeError(`not a decimal with at most six places: ${value}`);
  return micro;
}

/**
 * Returns the consumer price: net × (1 + VAT), rounded half up to four decimals of the currency unit. Pages, bills and invoices
 * use this price.
 */
export function grossMicro({ netMicro, vatPercent }: { netMicro: number; vatPercent: number }): number {
  const exact = BigInt(netMicro) * (PERCENT + BigInt(microOfValid(vatPercent)));
  const step = PERCENT * FOUR_DECIMALS;
  return Number(((exact + step / 2n) / step) * FOUR_DECIMALS);
}

/**
 * Requires a VAT rate in per cent. No country has a rate below one per cent, so 0.19 is refused: it was probably meant as 19 %.
 */
const notAShare: Joi.CustomValidator<number> = (value, helpers) => {
  if (microOf(Math.abs(value)) === null) return helpers.message({ custom: 'must have at most 6 decimals' });
  if (value === 0 || value >= 1) return value;
  return helpers.message({
    custom: `{{#value}} would be {{#value}} %: write per cent, ${Math.round(value * 1e6) / 1e4} for that share`,
  });
};
export const percent = Joi.number().min(0).max(100).custom(notAShare);
