import type { PayoutRowKind } from '../../../shared/console/ledger.ts';
import type { Currency } from '../../../shared/model/money.ts';

/** A transfer between the provider and the bank account, in either direction. */
export interface ProviderPayout {
  /** The provider's id. */
  id: string;
  /** Time of arrival at the bank as the provider reports it, usually a day without a time. */
  arrivedAt: Date;
  currency: Currency;
  /** The transferred amount in minor units. Negative: debited from the bank account. */
  paidMinor: number;
  /** 'failed': the bank has returned the complete amount to the provider. */
  state: 'paid' | 'failed';
}

export type { PayoutRowKind };

/** One movement that is part of a payout. */
export interface ProviderPayoutRow {
  /** The provider's id. */
  id: string;
  at: Date;
  kind: PayoutRowKind;
  /**
   * The provider's id of the payment. For 'payout' and 'returned', the id of the other payout. Null: the row concerns neither.
   */
  ref: string | null;
  /**
   * Our payment id, which the provider received when the payment page was created. Null: the provider does not know the id, or
   * the row concerns no payment.
   */
  paymentId: string | null;
  /** In minor units of the payout's currency, before `feeMinor`. Negative: money that goes to the provider or to a driver. */
  amountMinor: number;
  /** The provider's fee in minor units of the payout's currency. Negative only if the provider returned a fee. */
  feeMinor: number;
  /** The amount that moved on the card, in minor units of the card's currency. Null: the row concerns no card. */
  card: { currency: Currency; amountMinor: number } | null;
}

/** One page of a list. `next` is the cursor of the next page. Null: this is the last page. */
export interface ProviderPage<Item> {
  items: readonly Item[];
  next: string | null;
}

/**
 * The provider's payouts. These calls move no money and can be repeated at any time. The rows of a payout never change. The sum
 * of their amounts minus their fees is the transferred amount.
 * @throws ProviderUnavailable if there is no usable response
 */
export interface Payouts {
  /**
   * Payouts that have arrived or failed, page by page. Payouts that are still in transit are left out.
   * @param ask.account the client's account at the provider; null: the only account
   * @param ask.from day of arrival, inclusive; `to` is exclusive
   * @param ask.after null: the first page; otherwise `next` of the previous page
   */
  listPayouts(request: {
    account: string | null;
    from: Date;
    to: Date;
    after: string | null;
  }): Promise<ProviderPage<ProviderPayout>>;
  /** The rows of one payout, page by page. Parameters as for `listPayouts`. */
  listPayoutRows(request: {
    account: string | null;
    payoutId: string;
    after: string | null;
  }): Promise<ProviderPage<ProviderPayoutRow>>;
}
