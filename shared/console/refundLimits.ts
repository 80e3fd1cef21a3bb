import { CURRENCIES, type Currency } from '../model/money.ts';

/** What one person may give back of one session, in minor units by currency; of a currency that is not named, nothing. */
export type RefundLimits = Readonly<Partial<Record<Currency, number>>>;

/** 'EUR=50,CHF=45.50'; null: it is none. */
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
