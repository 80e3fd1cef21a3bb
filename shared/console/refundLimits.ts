import { CURRENCIES, type Currency } from '../model/money.ts';

/**
 * The maximum that a staff member may refund per session without a second person's confirmation, in minor units by currency. A
 * currency without an entry has the limit 0.
 */
export type RefundLimits = Readonly<Partial<Record<Currency, number>>>;

/**
 * Parses limits such as 'EUR=50,CHF=45.50'.
 * @returns null if the text is not valid
 */
export function readRefundLimits(text: string): RefundLimits | null {
  const limits: Partial<Record<Currency, number>> = {};
  for (const part of text.split(',')) {
    const [, code, whole = '', cents = ''] = /^\s*([A-Z]{3})\s*=\s*(\d{1,6})(?:\.(\d{1,2}))?\s*$/.exec(part) ?? [];
    const currency = CURRENCIES.find(known => known === code);
    if (!currency || limits[currency] !== undefined) return null;
    limits[currency] = Number(whole) * 100 + Number(cents.padEnd(2, '0'));
  }
  return limits;
}
