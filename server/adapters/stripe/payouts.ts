import type Stripe from 'stripe';
import { CURRENCIES, type Currency } from '../../../shared/model/money.ts';
import type { PayoutRowKind, Payouts, ProviderPayout, ProviderPayoutRow } from '../../core/ports/payoutPort.ts';
import { answeredRead } from './answers.ts';
import { forAccount } from './refs.ts';

/** Maximum page size of Stripe's lists. */
const AT_ONCE = 100;
/** Time limit of a call in milliseconds. Longer than for other calls, because no visitor waits for payouts. */
const LIMIT_MS = 20_000;

/**
 * Maps types of balance transactions to kinds of payout rows (https://docs.stripe.com/reports/balance-transaction-types). All
 * other types count as 'other'.
 */
const KINDS: Readonly<Record<string, PayoutRowKind>> = {
  charge: 'capture',
  payment: 'capture',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  payment_failure_refund: 'refund',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  network_cost: 'fee',
  tax_fee: 'fee',
  payout: 'payout',
  payout_failure: 'returned',
  payout_cancel: 'returned',
  reserve_transaction: 'reserve',
  reserved_funds: 'reserve',
  reserve_hold: 'reserve',
  reserve_release: 'reserve',
  payment_network_reserve_hold: 'reserve',
  payment_network_reserve_release: 'reserve',
};

/** Creates the functions that read payouts and their balance transactions from Stripe. */
export function createPayouts(stripe: Stripe): Payouts {
  const optionsOf = (account: string | null): Stripe.RequestOptions => ({ timeout: LIMIT_MS, ...forAccount(account) });
  return {
    async listPayouts({ account, from, to, after }) {
      const arrivalDate = { gte: secondsOf(from), lt: secondsOf(to) };
      const page = await answeredRead(
        stripe.payouts.list({ arrival_date: arrivalDate, limit: AT_ONCE, ...startingAfter(after) }, optionsOf(account)),
      );
      return { items: page.data.flatMap(payoutOf), next: nextOf(page) };
    },
    async listPayoutRows({ account, payoutId, after }) {
      if (after === null) {
        const payout = await answeredRead(stripe.payouts.retrieve(payoutId, {}, optionsOf(account)));
        if (!payout.automatic) return { items: [manualPayoutRow(payout)], next: null };
      }
      const page = await answeredRead(
        stripe.balanceTransactions.list(
          { payout: payoutId, limit: AT_ONCE, expand: ['data.source'], ...startingAfter(after) },
          optionsOf(account),
        ),
      );
      const items: ProviderPayoutRow[] = [];
      // Skips the payout itself, which Stripe also lists among its balance transactions.
      for (const entry of page.data) if (idOf(entry.source) !== payoutId) items.push(await rowOf(entry, paymentOf));
      return { items, next: nextOf(page) };

      /**
       * Reads the payment id from the metadata of the payment intent. Stripe copies this metadata to charges, but not to refunds
       * and disputes.
       */
      async function paymentOf(intentId: string): Promise<string | null> {
        const intent = await answeredRead(stripe.paymentIntents.retrieve(intentId, {}, optionsOf(account)));
        return intent.metadata.paymentId ?? null;
      }
    },
  };
}

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);
const startingAfter = (after: string | null) => (after === null ? {} : { starting_after: after });
const nextOf = ({ data, has_more: hasMore }: Stripe.ApiList<{ id: string }>): string | null =>
  hasMore ? (data.at(-1)?.id ?? null) : null;

function currencyOf(name: string): Currency | null {
  return CURRENCIES.find(currency => currency.toLowerCase() === name) ?? null;
}

/**
 * Converts a payout.
 * @returns an empty list if the payout is in transit, if Stripe has not assigned its balance transactions yet, or if the app
 * does not support its currency
 */
function payoutOf(payout: Stripe.Payout): ProviderPayout[] {
  const { id, status, amount, arrival_date: arrival, reconciliation_status: reconciled } = payout;
  const currency = currencyOf(payout.currency);
  const state = status === 'paid' || status === 'failed' ? status : null;
  if (state === null || currency === null || reconciled === 'in_progress') return [];
  return [{ id, arrivedAt: new Date(arrival * 1000), currency, paidMinor: amount, state }];
}

/** Returns the only row of a manual payout, because Stripe does not list the balance transactions of such payouts. */
const manualPayoutRow = ({ id, created, amount }: Stripe.Payout): ProviderPayoutRow => ({
  id: `${id}-by-hand`,
  at: new Date(created * 1000),
  kind: 'manual',
  ref: null,
  paymentId: null,
  amountMinor: amount,
  feeMinor: 0,
  card: null,
});

/** The fields of a charge, refund or dispute that are needed to find its payment. */
interface Source {
  object: string;
  currency?: string;
  amount?: number;
  amount_captured?: number;
  payment_intent?: string | { id: string } | null;
  metadata?: Stripe.Metadata | null;
}

async function rowOf(
  { id, created, type, amount, fee, source: found }: Stripe.BalanceTransaction,
  paymentOf: (intentId: string) => Promise<string | null>,
): Promise<ProviderPayoutRow> {
  const source = typeof found === 'object' && found !== null ? (found as Source) : null;
  const kind = source?.object === 'dispute' ? 'dispute' : (KINDS[type] ?? 'other');
  const intent = source?.payment_intent ?? null;
  const ref = typeof intent === 'object' ? (intent?.id ?? null) : intent;
  const isPayout = kind === 'payout' || kind === 'returned';
  const metadataPaymentId = source?.object === 'charge' ? (source.metadata?.paymentId ?? null) : null;
  return {
    id,
    at: new Date(created * 1000),
    kind,
    ref: isPayout ? idOf(found) : ref,
    paymentId: metadataPaymentId ?? (ref === null ? null : await paymentOf(ref)),
    amountMinor: amount,
    feeMinor: fee,
    card: isPayout ? null : cardOf(source, amount),
  };
}

const idOf = (source: Stripe.BalanceTransaction['source']): string | null =>
  typeof source === 'object' ? (source?.id ?? null) : source;

/**
 * Returns the captured or refunded amount in the currency of the card, which may differ from that of the payout. Null if
 * unknown.
 */
function cardOf(source: Source | null, movedMinor: number): ProviderPayoutRow['card'] {
  const currency = currencyOf(source?.currency ?? '');
  if (!source || currency === null) return null;
  const amountMinor = source.object === 'charge' ? source.amount_captured : source.amount;
  return amountMinor === undefined ? null : { currency, amountMinor: Math.sign(movedMinor) * amountMinor };
}
