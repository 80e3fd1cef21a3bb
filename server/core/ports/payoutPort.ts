import type { PayoutRowKind } from '../../../shared/console/ledger.ts';
import type { Currency } from '../../../shared/model/money.ts';

/** A transfer between the payment provider and the operator's bank account, in either direction. */
export interface ProviderPayout {
  /** Id of the payout at the payment provider. */
  id: string;
  /** Time of arrival at the bank as the payment provider reports it, usually a day without a time. */
  arrivedAt: Date;
  currency: Currency;
  /** Transferred amount in minor units. Negative: debited from the operator's bank account. */
  paidMinor: number;
  /** 'failed': the bank has returned the complete amount to the payment provider. */
  state: 'paid' | 'failed';
}

export type { PayoutRowKind };

/** One item of a payout, for example a captured payment, a refund or a fee. */
export interface ProviderPayoutRow {
  /** Id of this row at the payment provider. */
  id: string;
  at: Date;
  kind: PayoutRowKind;
  /**
   * Id of the payment at the payment provider. For the kinds 'payout' and 'returned': id of the other payout. Null: the row
   * concerns neither a payment nor another payout.
   */
  ref: string | null;
  /**
   * The app's payment id, which the payment provider stores with each payment. Null: the payment provider has no id, or the row
   * concerns no payment.
   */
  paymentId: string | null;
  /**
   * In minor units of the payout's currency, before `feeMinor` is subtracted. Negative: money that goes to the payment provider
   * or to a driver.
   */
  amountMinor: number;
  /** Fee of the payment provider in minor units of the payout's currency. Negative only if a fee was returned. */
  feeMinor: number;
  /** Amount that was charged or refunded on the card, in minor units of the card's currency. Null: the row concerns no card. */
  card: { currency: Currency; amountMinor: number } | null;
}

/** One page of a list. `next` is the cursor of the next page. Null: this page is the last one. */
export interface ProviderPage<Item> {
  items: readonly Item[];
  next: string | null;
}

/**
 * Reads the payouts of the payment provider. The methods move no money, so they can be repeated at any time. The rows of a
 * payout never change, and their amounts minus their fees add up to the transferred amount.
 * @throws ProviderUnavailable if there is no usable response
 */
export interface Payouts {
  /**
   * Lists payouts that have arrived or failed, page by page. Payouts in transit are left out.
   * @param request.account the brand's account at the payment provider; null: there is only one account
   * @param request.from first day of arrival; `to` is exclusive
   * @param request.after null: the first page; otherwise `next` of the previous page
   */
  listPayouts(request: {
    account: string | null;
    from: Date;
    to: Date;
    after: string | null;
  }): Promise<ProviderPage<ProviderPayout>>;
  /** Lists the rows of one payout, page by page. The parameters are those of `listPayouts`. */
  listPayoutRows(request: {
    account: string | null;
    payoutId: string;
    after: string | null;
  }): Promise<ProviderPage<ProviderPayoutRow>>;
}
