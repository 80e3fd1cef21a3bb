import type { Currency } from '../../../shared/model/money.ts';

// Second, independent computation of the provider's debt: this file imports nothing of the books. A movement of money counts in
// the currency of the card as soon as the shop knows of the movement, and in the currency of the payout once the payout was read.

export interface Movement {
  supplier: string;
  /** Amount in the currency of the card; null if the movement concerns no card. */
  card: { currency: Currency; minor: number } | null;
  /** True if the shop knows of the movement before any payout is read. */
  isNoted: boolean;
  paidOut: { currency: Currency; amountMinor: number; feeMinor: number };
  /** Set when the payout that contains the movement is read. */
  isRead: boolean;
}

export interface PaidOut {
  id: string;
  currency: Currency;
  /** Amount sent per supplier, minor units. */
  shares: ReadonlyMap<string, number>;
  isRead: boolean;
  isFailed: boolean;
  isFailureRead: boolean;
}

export interface Sums {
  get(supplier: string, currency: string): number;
}

/** Adds up by supplier and currency. */
export function createSums(): Sums & { add(supplier: string, currency: string, minor: number): void } {
  const sums = new Map<string, number>();
  const get = (supplier: string, currency: string): number => sums.get(`${supplier} ${currency}`) ?? 0;
  return {
    get,
    add: (supplier, currency, minor) => void sums.set(`${supplier} ${currency}`, get(supplier, currency) + minor),
  };
}

/** Returns the amount that the provider owes each supplier, per currency. */
export function owed(movements: readonly Movement[], payouts: readonly PaidOut[]): Sums {
  const sums = createSums();
  for (const { supplier, card, isNoted, isRead, paidOut } of movements) {
    if (isRead) sums.add(supplier, paidOut.currency, paidOut.amountMinor - paidOut.feeMinor);
    else if (isNoted && card) sums.add(supplier, card.currency, card.minor);
  }
  for (const [supplier, currency, minor] of inBank(payouts)) sums.add(supplier, currency, 0 - minor);
  return sums;
}

/** Returns the payouts that have arrived in the bank account, split by supplier. */
export function inBank(payouts: readonly PaidOut[]): (readonly [supplier: string, currency: Currency, minor: number])[] {
  return payouts
    .filter(({ isRead, isFailureRead }) => isRead && !isFailureRead)
    .flatMap(({ shares, currency }) => [...shares].map(([supplier, minor]) => [supplier, currency, minor] as const));
}

type Line = Readonly<Record<string, string>>;

/** Parses the bookings of an EXTF batch. The keys are the column headings. */
export function linesOf(batch: string): Line[] {
  const [, heads = '', ...rows] = batch.split('\r\n');
  const names = heads.split(';');
  return rows
    .filter(Boolean)
    .map(row => Object.fromEntries(row.split(';').map((cell, n) => [names[n] ?? '', cell.replaceAll('"', '')])));
}

/** Returns the balance of an account in minor units: debits minus credits. */
export function balance(lines: readonly Line[], account: string): number {
  return lines.reduce((sum, line) => {
    const minor =
      Number(line['Umsatz (ohne Soll/Haben-Kz)']?.replace(',', '')) * (line['Soll/Haben-Kennzeichen'] === 'S' ? 1 : -1);
    const isDebit = line.Konto === account ? 1 : 0;
    const isCredit = line['Gegenkonto (ohne BU-Schlüssel)'] === account ? 1 : 0;
    return sum + minor * (isDebit - isCredit);
  }, 0);
}
