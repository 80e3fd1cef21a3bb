import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type Stripe from 'stripe';
import type { Clock } from '../../../server/core/ports/ports.ts';

type Page = Stripe.Checkout.Session;
type Intent = Stripe.PaymentIntent;
type Charge = Stripe.Charge;

/** One movement of money in the ledger of the fake Stripe, in minor units. */
export interface LedgerEntry {
  at: string;
  move: 'held' | 'taken' | 'released' | 'lapsed' | 'refunded' | 'disputed';
  page: string;
  paymentId: string;
  amountMinor: number;
  currency: string;
}

/** Everything that the fake Stripe stores. */
export interface Books {
  pages: Map<string, RecordedPage>;
  /** By the id of a PaymentIntent, the page to which it belongs. */
  pageByIntent: Map<string, RecordedPage>;
  /** Pages and payments that can still expire. Completed ones are removed, because `letRunOut` reads these sets at each call. */
  open: Set<RecordedPage>;
  held: Set<Intent>;
  intents: Map<string, Intent>;
  charges: Map<string, Charge>;
  ledger: LedgerEntry[];
  /** Refunds, newest first. */
  refunds: Stripe.Refund[];
  /** Disputes, oldest first. */
  disputes: Stripe.Dispute[];
  payouts: RecordedPayout[];
  /** Number of ledger entries that have been paid out, counted from the first entry. */
  paidOutUpTo: number;
  /** True if the account holders have enabled card payments. */
  acceptsCards: boolean;
  /** Minimum lifetime of a checkout page in seconds. */
  minPageS: number;
  nowS(): number;
  emit(type: string, object: object, account: string | null): void;
}

/** A checkout page, and the parameters of the PaymentIntent that the first card creates. */
export interface RecordedPage {
  page: Page;
  account: string | null;
  requested: Stripe.Checkout.SessionCreateParams.PaymentIntentData;
}

export type PayoutFacts = Pick<
  Stripe.Payout,
  'id' | 'amount' | 'arrival_date' | 'automatic' | 'created' | 'currency' | 'status'
> & {
  object: 'payout';
  reconciliation_status: 'completed' | 'in_progress' | 'not_applicable';
};
export type BalanceEntry = Pick<Stripe.BalanceTransaction, 'id' | 'amount' | 'created' | 'currency' | 'fee' | 'type'> & {
  object: 'balance_transaction';
  source: object | string | null;
};

/** A payout with its balance entries. */
export interface RecordedPayout {
  payout: PayoutFacts;
  account: string | null;
  entries: BalanceEntry[];
}

interface Samples {
  payment_intent: Intent;
  charge: Charge;
  refund: Stripe.Refund;
  'checkout.session': Page;
  dispute: Stripe.Dispute;
}

const FIXTURES = path.resolve(import.meta.dirname, '../../data/stripe-fixtures/fixtures3.json');
const samples = (JSON.parse(readFileSync(FIXTURES, 'utf8')) as { resources: Samples }).resources;

export const newStripeId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** Copies Stripe's sample of an object and replaces the given fields. */
export function sampleOf<K extends keyof Samples>(kind: K, own: Partial<Samples[K]>): Samples[K] {
  return { ...structuredClone(samples[kind]), ...own };
}

export function createBooks({ clock, emit, minPageS }: Pick<Books, 'emit' | 'minPageS'> & { clock: Pick<Clock, 'now'> }): Books {
  return {
    pages: new Map(),
    intents: new Map(),
    charges: new Map(),
    pageByIntent: new Map(),
    ledger: [],
    refunds: [],
    disputes: [],
    payouts: [],
    paidOutUpTo: 0,
    acceptsCards: true,
    emit,
    open: new Set(),
    held: new Set(),
    minPageS,
    nowS: () => Math.floor(clock.now().getTime() / 1000),
  };
}

/** Adds a movement of money to the ledger. */
export function enter(books: Books, intent: Intent, move: LedgerEntry['move'], amountMinor: number): void {
  const storedPage = pageOf(books, intent.id);
  books.ledger.push({
    at: new Date(books.nowS() * 1000).toISOString(),
    move,
    page: storedPage?.page.id ?? '',
    amountMinor,
    paymentId: intent.metadata.paymentId ?? '',
    currency: intent.currency.toUpperCase(),
  });
}

export const pageOf = (books: Books, intentId: string): RecordedPage | null => books.pageByIntent.get(intentId) ?? null;

export const chargeOf = (books: Books, intent: Intent): Charge | null => books.charges.get(String(intent.latest_charge)) ?? null;

/** Expires pages and holds that are overdue. Runs before each read of pages or payments, because the fake has no timers. */
export function letRunOut(books: Books): void {
  const now = books.nowS();
  for (const stored of books.open) {
    const { page, account } = stored;
    if (page.status === 'open' && page.expires_at > now) continue;
    books.open.delete(stored);
    if (page.status !== 'open') continue;
    page.status = 'expired';
    cancelUnpaid(books, page);
    books.emit('checkout.session.expired', page, account);
  }
  for (const intent of books.held) {
    const before = chargeOf(books, intent)?.payment_method_details?.card?.capture_before ?? 0;
    if (intent.status === 'requires_capture' && before > now) continue;
    books.held.delete(intent);
    if (intent.status === 'requires_capture') cancelIntent(books, intent, { reason: 'automatic', move: 'lapsed' });
  }
}

/** Cancels the PaymentIntent of an expired page, unless a card was accepted. */
export function cancelUnpaid(books: Books, page: Page): void {
  const intent = books.intents.get(String(page.payment_intent));
  if (intent?.status === 'requires_payment_method') Object.assign(intent, { status: 'canceled', canceled_at: books.nowS() });
}

export function cancelIntent(
  books: Books,
  intent: Intent,
  { reason, move }: { reason: Intent['cancellation_reason']; move: 'released' | 'lapsed' },
): void {
  enter(books, intent, move, intent.amount_capturable);
  const charge = chargeOf(books, intent);
  if (charge) Object.assign(charge, { refunded: true, amount_refunded: charge.amount });
  Object.assign(intent, { status: 'canceled', amount_capturable: 0, canceled_at: books.nowS(), cancellation_reason: reason });
  books.emit('payment_intent.canceled', intent, pageOf(books, intent.id)?.account ?? null);
}
