/**
 * ISO 4217 codes of the billing currencies. The ledger stores two decimals for all of them. Forints are billed in whole units
 * (step 100).
 */
export const CURRENCIES = ['EUR', 'CHF', 'HUF', 'DKK', 'GBP'] as const;
export type Currency = (typeof CURRENCIES)[number];

/** Minor units: 1234 EUR is 12.34 euros. Never a float. */
export interface Money {
  amountMinor: number;
  currency: Currency;
}

/**
 * The smallest step of a bill in minor units: a cent, or a whole forint. Providers pay out whole forints, and screens show
 * forints without decimals. Swiss card amounts are not rounded to five centimes.
 */
export const stepMinor = (currency: Currency): number => (currency === 'HUF' ? 100 : 1);

/** 763 with two decimals → '7,63'. Never a float, and no separator between thousands. */
export function decimalText(whole: number, decimals: number, mark: ',' | '.'): string {
  const digits = String(Math.abs(whole)).padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  return (whole < 0 ? '-' : '') + digits.slice(0, cut) + (decimals > 0 ? mark + digits.slice(cut) : '');
}
