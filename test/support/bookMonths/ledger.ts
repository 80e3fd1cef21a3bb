import type { Currency } from '../../../shared/model/money.ts';

// Computes what the payment provider owes without the product code: this file imports nothing from the accounting modules. A
// movement of money counts in the card currency once the app knows the movement, and in the payout currency once the app has read
// its payout.

export interface Movement {
  supplier: string;
  /** Amount in the card currency, in minor units; null if the movement belongs to no card payment. */
  card: { currency: Currency; minor: number } | null;
  /** True if the app knows the movement even before it reads the payout. */
  isNoted: boolean;
  paidOut: { currency: Currency; amountMinor: number; feeMinor: number };
  /** True once the app has read the payout that contains the movement. */
  isRead: boolean;
}

export interface PaidOut {
  id: string;
  currency: Currency;
  /** Each supplier's part of the payout, in minor units. */
  shares: ReadonlyMap<string, number>;
  isRead: boolean;
  isFailed: boolean;
  isFailureRead: boolean;
}

export interface Sums {
  get(supplier: string, currency: string): number;
}

/** Creates a table of sums by supplier and currency. */
export function createSums(): Sums & { add(supplier: string, currency: string, minor: number): void } {
  const sums = new Map<string, number>();
  const get = (supplier: string, currency: string): number => sums.get(`${supplier} ${currency}`) ?? 0;
  return {
    get,
    add: (supplier, currency, minor) => void sums.set(`${supplier} ${currency}`, get(supplier, currency) + minor),
  };
}

/** Returns the amount that the payment provider owes to each supplier in each currency. */
export function owed(movements: readonly Movement[], payouts: readonly PaidOut[]): Sums {
  const sums = createSums();
  for (const { supplier, card, isNoted, isRead, paidOut } of movements) {
    if (isRead) sums.add(supplier, paidOut.currency, paidOut.amountMinor - paidOut.feeMinor);
    else if (isNoted && card) sums.add(supplier, card.currency, card.minor);
  }
  for (const [supplier, currency, minor] of inBank(payouts)) sums.add(supplier, currency, 0 - minor);
  return sums;
}

/**
 * Returns the amounts of payouts that have arrived in the bank account, split by supplier. Payouts that the bank has returned
 * are left out.
 */
export function inBank(payouts: readonly PaidOut[]): (readonly [supplier: string, currency: Currency, minor: number])[] {
  return payouts
    .filter(({ isRead, isFailureRead }) => isRead && !isFailureRead)
    .flatMap(({ shares, currency }) => [...shares].map(([supplier, minor]) => [supplier, currency, minor] as const));
}

type Line = Readonly<Record<string, string>>;

/** Parses the ledger entries in an EXTF file (DATEV). The keys are the column headings. */
export function linesOf(batch: string): Line[] {
  const [, heads = '', ...rows] = batch.split('\r\n');
  const names = heads.split(';');
  return rows
    .filter(Boolean)
    .map(row => Object.fromEntries(row.split(';').map((cell, n) => [names[n] ?? '', cell.replaceAll('"', '')])));
}

/** Returns the balance of a ledger account in minor units: debits minus credits. */
export function balance(lines: readonly Line[], account: string): number {
  return lines.reduce((sum, line) => {
    const minor =
      Number(line['Umsatz (ohne Soll/Haben-Kz)']?.replace(',', '')) * (line['Soll/Haben-Kennzeichen'] === 'S' ? 1 : -1);
    const isDebit = line.Konto === account ? 1 : 0;
    const isCredit = line['Gegenkonto (ohne BU-Schlüssel)'] === account ? 1 : 0;
    return sum + minor * (isDebit - isCredit);
  }, 0);
}
