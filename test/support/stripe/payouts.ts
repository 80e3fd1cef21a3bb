import type Stripe from 'stripe';
import {
  type BalanceEntry,
  type Books,
  chargeOf,
  type LedgerEntry,
  newStripeId,
  type PayoutFacts,
  type RecordedPayout,
  sampleOf,
} from './records.ts';
import { Refusal } from './refusal.ts';

interface PayOutOptions {
  account?: string | null;
  /** Balance entries that are no card payments, for example a monthly fee. */
  others?: readonly Partial<BalanceEntry>[];
  /** Fields of the payout to change. By default it has arrived and its reconciliation is completed. */
  more?: Partial<PayoutFacts>;
}

const FEE_SHARE = 0.015;

/** Pays out all movements of money since the previous payout. The payout arrives at once. */
export function payOut(books: Books, { account = null, others = [], more = {} }: PayOutOptions = {}): RecordedPayout {
  const moved = books.ledger.slice(books.paidOutUpTo).filter(({ page }) => books.pages.get(page)?.account === account);
  books.paidOutUpTo = books.ledger.length;
  const cards = moved.flatMap(entry => entryOf(books, entry) ?? []);
  const base = { object: 'balance_transaction', created: books.nowS(), currency: 'eur', fee: 0, source: null } as const;
  const beside = others.map(
    (other): BalanceEntry => ({ ...base, id: newStripeId('txn'), amount: 0, type: 'stripe_fee', ...other }),
  );
  const entries = [...cards, ...beside].reverse();
  const amount = entries.reduce((sum, each) => sum + each.amount - each.fee, 0);
  const id = newStripeId('po');
  const payout: PayoutFacts = {
    ...{ id, object: 'payout', amount, created: books.nowS(), arrival_date: books.nowS(), currency: 'eur' },
    ...{ automatic: true, status: 'paid', reconciliation_status: 'completed', ...more },
  };
  // Like at the real Stripe, the payout itself is one of its balance entries.
  const itself: BalanceEntry = { ...base, id: newStripeId('txn'), amount: -amount, type: 'payout', source: id };
  const stored = { payout, account, entries: [itself, ...entries] };
  books.payouts.unshift(stored);
  return stored;
}

function entryOf(books: Books, { move, page, amountMinor }: LedgerEntry): BalanceEntry | null {
  const intent = books.intents.get(String(books.pages.get(page)?.page.payment_intent));
  const charge = intent && chargeOf(books, intent);
  if (!charge || (move !== 'taken' && move !== 'refunded')) return null;
  const { currency } = intent;
  const base = { object: 'balance_transaction', id: newStripeId('txn'), created: books.nowS(), currency } as const;
  if (move === 'taken')
    return { ...base, type: 'charge', amount: amountMinor, fee: Math.round(amountMinor * FEE_SHARE) + 25, source: charge };
  const about = { id: newStripeId('re'), amount: amountMinor, currency, charge: charge.id, payment_intent: intent.id };
  return { ...base, type: 'refund', amount: -amountMinor, fee: 0, source: { ...sampleOf('refund', about), object: 'refund' } };
}

interface PayoutCall<Params> {
  books: Books;
  params: Params;
  id: string;
  account: string | null;
}

/** Lists the payouts of an account, newest first. */
export function listPayouts({ books, params, account }: PayoutCall<Stripe.PayoutListParams>): object {
  const { gte = 0, lt = Number.POSITIVE_INFINITY } = typeof params.arrival_date === 'object' ? params.arrival_date : {};
  const found = books.payouts.filter(
    ({ payout, account: whose }) => whose === account && payout.arrival_date >= gte && payout.arrival_date < lt,
  );
  const all = found.map(({ payout }) => payout);
  return pageOf(all, params, '/v1/payouts');
}

export const retrievePayout = ({ books, id, account }: PayoutCall<object>): object => findStoredPayout(books, id, account).payout;

export function listEntries({ books, params, account }: PayoutCall<Stripe.BalanceTransactionListParams>): object {
  const { payout, entries } = findStoredPayout(books, params.payout ?? '', account);
  if (!payout.automatic) throw new Refusal(400, 'parameter_invalid', { param: 'payout' });
  const isExpanded = params.expand?.includes('data.source') ?? false;
  const shown = entries.map(entry => (isExpanded ? entry : { ...entry, source: null }));
  return pageOf(shown, params, '/v1/balance_transactions');
}

function findStoredPayout(books: Books, id: string, account: string | null): RecordedPayout {
  const stored = books.payouts.find(one => one.payout.id === id && one.account === account);
  if (!stored) throw new Refusal(404, 'resource_missing', { param: 'payout' });
  return stored;
}

function pageOf(
  all: readonly { id: string }[],
  { limit = 10, starting_after: after }: { limit?: number; starting_after?: string },
  url: string,
): object {
  const begin = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  return { object: 'list', data: all.slice(begin, begin + limit), has_more: begin + limit < all.length, url };
}
