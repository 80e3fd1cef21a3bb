import type { PayoutRowKind, ProviderPayout, ProviderPayoutRow } from '../../../server/core/ports/payoutPort.ts';
import { CURRENCIES, type Currency } from '../../../shared/model/money.ts';
import { DAY_MS } from '../../../shared/model/time.ts';
import type { Movement, PaidOut } from './ledger.ts';

/** An account at the payment provider, with the suppliers that share it. `paysIn`: payout currency by card currency. */
export interface Account {
  id: string | null;
  /** Rows that belong to no payment, such as fees, count for the first supplier. */
  suppliers: readonly [string, ...string[]];
  paysIn: Readonly<Partial<Record<Currency, Currency>>>;
}

interface Waiting {
  row: ProviderPayoutRow;
  supplier: string;
  /** Movement of money; null if the row is itself a payout, made manually or returned by the bank (`passing`). */
  movement: Movement | null;
  passing: PaidOut | null;
}

interface Paying {
  payout: ProviderPayout;
  account: string | null;
  rows: ProviderPayoutRow[];
}

const FRANC_IN_EURO = 0.953;

/** A fake payment provider with account balances. It collects movements of money as rows, and pays them out together. */
export class Provider {
  readonly paidOut: Paying[] = [];
  readonly payouts: PaidOut[] = [];
  readonly movements: Movement[] = [];
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #held = new Map<string, Movement[]>();
  #count = 0;

  /** Adds a movement of money to the balance of an account. */
  moves(
    account: Account,
    about: {
      at: Date;
      kind: PayoutRowKind;
      supplier: string;
      paymentId: string | null;
      currency: Currency;
      minor: number;
      feeMinor?: number;
      isNoted?: boolean;
    },
  ): Movement {
    const { at, kind, supplier, paymentId, currency, minor, feeMinor = 0, isNoted = false } = about;
    const paysIn = account.paysIn[currency] ?? currency;
    const amountMinor = paysIn === currency ? minor : Math.round(minor * FRANC_IN_EURO);
    const isCard = kind === 'capture' || kind === 'refund';
    const card = isCard ? { currency, minor } : null;
    const paidOut = { currency: paysIn, amountMinor, feeMinor };
    const movement: Movement = { supplier, card, isNoted, paidOut, isRead: false };
    this.movements.push(movement);
    const row: ProviderPayoutRow = {
      ...{ id: this.#id('txn'), at, kind, ref: paymentId && `pi_${paymentId}`, paymentId, amountMinor, feeMinor },
      card: card && { currency, amountMinor: minor },
    };
    this.#waitingOf(account.id, paysIn).push({ row, supplier, movement, passing: null });
    return movement;
  }

  /**
   * Pays out all rows that have not been paid out, if there are any. To simulate a payout that does not match its rows, it is
   * larger than their sum by `gapMinor`.
   */
  pays(account: Account, { at, currency, gapMinor = 0 }: { at: Date; currency: Currency; gapMinor?: number }): void {
    const waiting = this.#waitingOf(account.id, currency);
    if (waiting.length === 0) return;
    this.#waiting.delete(`${account.id} ${currency}`);
    const shares = new Map<string, number>([[account.suppliers[0], gapMinor]]);
    const add = (supplier: string, minor: number): void => void shares.set(supplier, (shares.get(supplier) ?? 0) + minor);
    for (const { row, supplier, passing } of waiting) {
      if (passing) for (const [whose, minor] of passing.shares) add(whose, row.kind === 'returned' ? minor : 0 - minor);
      else add(supplier, row.amountMinor - row.feeMinor);
    }
    const id = this.#put(account, { at, currency, shares, rows: waiting.map(({ row }) => row) });
    this.#held.set(
      id,
      waiting.flatMap(({ movement }) => movement ?? []),
    );
  }

  /**
   * Pays out an amount manually, as a person can do at the payment provider. The next automatic payout contains this payout as a
   * row.
   */
  paysManually(account: Account, { at, currency, minor }: { at: Date; currency: Currency; minor: number }): void {
    const row = {
      id: this.#id('manual'),
      at,
      kind: 'manual',
      ref: null,
      paymentId: null,
      amountMinor: minor,
      feeMinor: 0,
      card: null,
    } as const;
    const id = this.#put(account, { at, currency, shares: new Map([[account.suppliers[0], minor]]), rows: [row] });
    this.#passes(account, { at, id, kind: 'payout', minor: 0 - minor });
  }

  /** Makes the bank return a payout. Has no effect if the account has no payout that can be returned. */
  returns(account: Account, at: Date, pick: number): void {
    const sent = this.paidOut.filter(
      ({ account: whose, payout }) => whose === account.id && payout.state === 'paid' && payout.paidMinor > 0,
    );
    const paying = sent[pick % Math.max(1, sent.length)];
    const payout = this.payouts.find(({ id }) => id === paying?.payout.id);
    if (!paying || !payout) return;
    paying.payout = { ...paying.payout, state: 'failed' };
    payout.isFailed = true;
    this.#passes(account, { at, id: payout.id, kind: 'returned', minor: paying.payout.paidMinor });
  }

  /** Marks all payouts, and all returns of payouts by the bank, as read by the app. */
  wasRead(): void {
    for (const payout of this.payouts) {
      payout.isRead = true;
      payout.isFailureRead = payout.isFailed;
      for (const movement of this.#held.get(payout.id) ?? []) movement.isRead = true;
    }
  }

  #passes(account: Account, { at, id, kind, minor }: { at: Date; id: string; kind: 'payout' | 'returned'; minor: number }): void {
    const passing = this.payouts.find(payout => payout.id === id) ?? null;
    const row = { id: this.#id('txn'), at, kind, ref: id, paymentId: null, amountMinor: minor, feeMinor: 0, card: null };
    if (passing) this.#waitingOf(account.id, passing.currency).push({ row, supplier: '', movement: null, passing });
  }

  #put(
    account: Account,
    { at, currency, shares, rows }: { at: Date; currency: Currency; shares: Map<string, number>; rows: ProviderPayoutRow[] },
  ): string {
    const id = this.#id('po');
    const arrivedAt = new Date(Math.floor(at.getTime() / DAY_MS + 1) * DAY_MS);
    const paidMinor = [...shares.values()].reduce((sum, minor) => sum + minor, 0);
    this.paidOut.push({ payout: { id, arrivedAt, currency, paidMinor, state: 'paid' }, account: account.id, rows });
    this.payouts.push({ id, currency, shares, isRead: false, isFailed: false, isFailureRead: false });
    return id;
  }

  #waitingOf(account: string | null, currency: Currency): Waiting[] {
    const key = `${account} ${currency}`;
    const waiting = this.#waiting.get(key) ?? [];
    this.#waiting.set(key, waiting);
    return waiting;
  }

  #id = (name: string): string => `${name}_${String(++this.#count).padStart(5, '0')}`;
}

/** Returns the currencies in which an account pays out. */
export const paidIn = ({ paysIn }: Account): Currency[] => [...new Set(CURRENCIES.flatMap(currency => paysIn[currency] ?? []))];
