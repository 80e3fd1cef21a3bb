import type { Currency } from '../../../shared/model/money.ts';

// What the provider owes, by a second way: nothing of the books is imported here. Each movement of money counts in the currency of
// the card from when the shop knows of it, and in the currency of the payout from when its payout was read.

export interface Movement {
  supplier: string;
  /** In the currency of the card; null: no card was concerned. */
  card: { currency: Currency; minor: number } | null;
  /** The shop knows of it without a payout. */
  isNoted: boolean;
  paidOut: { currency: Currency; amountMinor: number; feeMinor: number };
  /** Set with the reading of the payout that holds it. */
  isRead: boolean;
}

export interface PaidOut {
  id: string;
  currency: Currency;
  /** By supplier, what was sent. */
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

/** What the provider owes each supplier in each currency. */
export function owed(movements: readonly Movement[], payouts: readonly PaidOut[]): Sums {
  const sums = createSums();
  for (const { supplier, card, isNoted, isRead, paidOut } of movements) {
    if (isRead) sums.add(supplier, paidOut.currency, paidOut.amountMinor - paidOut.feeMinor);
    else if (isNoted && card) sums.add(supplier, card.currency, card.minor);
  }
  for (const [supplier, currency, minor] of inBank(payouts)) sums.add(supplier, currency, 0 - minor);
  return sums;
}

/** What of the payouts is in the bank account. */
export function inBank(payouts: readonly PaidOut[]): (readonly [supplier: string, currency: Currency, minor: number])[] {
  return payouts
    .filter(({ isRead, isFailureRead }) => isRead && !isFailureRead)
    .flatMap(({ shares, currency }) => [...shares].map(([supplier, minor]) => [supplier, currency, minor] as const));
}

type Line = Readonly<Record<string, string>>;

/** The bookings of a batch, by the headings of their cells. */
export function linesOf(batch: string): Line[] {
  const [, heads = '', ...rows] = batch.split('\r\n');
  const names = heads.split(';');
  return rows
    .filter(Boolean)
    .map(row => Object.fromEntries(row.split(';').map((cell, n) => [names[n] ?? '', cell.replaceAll('"', '')])));
}

/** The balance of an account, in minor units: what is debited less what is credited. */
export function balance(lines: readonly Line[], account: string): number {
  return lines.reduce((sum, line) => {
    const minor =
      Number(line['Umsatz (ohne Soll/Haben-Kz)']?.replace(',', '')) * (line['Soll/Haben-Kennzeichen'] === 'S' ? 1 : -1);
    const isDebit = line.Konto === account ? 1 : 0;
    const isCredit = line['Gegenkonto (ohne BU-Schlüssel)'] === account ? 1 : 0;
    return sum + minor * (isDebit - isCredit);
  }, 0);
}
