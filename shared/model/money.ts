/**
 * ISO 4217 codes of the supported currencies. In all currencies, amounts are stored with two decimals. Forints are billed in
 * whole units.
 */
export const CURRENCIES = ['EUR', 'CHF', 'HUF', 'DKK', 'GBP'] as const;
export type Currency = (typeof CURRENCIES)[number];

/** An amount as an integer in minor units: 1234 EUR is 12.34 euros. */
export interface Money {
  amountMinor: number;
  currency: Currency;
}

/**
 * Returns the smallest step of a billed amount in minor units: one cent, or one whole forint, because payment providers pay out
 * and screens show whole forints. Swiss amounts are not rounded to five centimes, because they are paid by card.
 */
export const stepMinor = (currency: Currency): number => (currency === 'HUF' ? 100 : 1);

/** Writes an integer with a decimal mark: 763 with two decimals → '7,63'. There is no thousands separator. */
export function decimalText(whole: number, decimals: number, mark: ',' | '.'): string {
  const digits = String(Math.abs(whole)).padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  return (whole < 0 ? '-' : '') + digits.slice(0, cut) + (decimals > 0 ? mark + digits.slice(cut) : '');
}
