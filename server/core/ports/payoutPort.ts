import type { PayoutRowKind } from '../../../shared/console/ledger.ts';
import type { Currency } from '../../../shared/model/money.ts';

/** Money that the provider has sent to the bank, or taken from there. */
export interface ProviderPayout {
  /** The provider's. */
  id: string;
  /** When the bank has it, as the provider tells: mostly a day without a time. */
  arrivedAt: Date;
  currency: Currency;
  /** What was sent, in minor units; below zero: taken from the bank account. */
  paidMinor: number;
  /** 'failed': the bank has sent all of it back, and the provider has the money again. */
  state: 'paid' | 'failed';
}

export type { PayoutRowKind };

/** One movement that a payout was made of. */
export interface ProviderPayoutRow {
  /** The provider's. */
  id: string;
  at: Date;
  kind: PayoutRowKind;
  /** The provider's id of the payment; of 'payout' and 'returned', the id of the other payout; null: it concerns neither. */
  ref: string | null;
  /** The payment's id as the provider was given it with the page; null: it does not know, or it concerns no payment. */
  paymentId: string | null;
  /** In minor units of the payout's currency, before `feeMinor`; below zero: to the provider or a driver. */
  amountMinor: number;
  /** What the provider has kept of it, in minor units of the payout's currency; 0 or more, unless it gave a fee back. */
  feeMinor: number;
  /** What moved on the card, in minor units of its own currency; null: no card was concerned. */
  card: { currency: Currency; amountMinor: number } | null;
}

/** Some of many; `next` leads to those after them, null: these are the last. */
export interface ProviderPage<Item> {
  items: readonly Item[];
  next: string | null;
}

/**
 * What the provider tells of payouts. It moves no money, so it may be asked as often as one likes. The rows of a payout never
 * change, and their amounts less their fees add up to what was sent.
 * @throws ProviderUnavailable when there is no answer, or none that can be used
 */
export interface Payouts {
  /**
   * Payouts that have arrived or failed, page by page; those still on their way are left out.
   * @param ask.account the client's account at the provider; null: the only one
   * @param ask.from day of arrival, inclusive; `to` exclusive
   * @param ask.after null: from the first on; else what the page before named as `next`
   */
  listPayouts(request: {
    account: string | null;
    from: Date;
    to: Date;
    after: string | null;
  }): Promise<ProviderPage<ProviderPayout>>;
  /** The rows of one payout, page by page. */
  listPayoutRows(request: {
    account: string | null;
    payoutId: string;
    after: string | null;
  }): Promise<ProviderPage<ProviderPayoutRow>>;
}
