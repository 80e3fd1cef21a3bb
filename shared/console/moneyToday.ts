import type { Currency } from '../model/money.ts';

/** The payments since midnight in one currency. */
export interface MoneyToday {
  currency: Currency;
  held: Sum;
  captured: Sum;
  released: Sum;
  stillHeld: Sum;
  refunded: Sum;
  addsUp: boolean;
}
export interface Sum {
  amountMinor: number;
  count: number;
}
