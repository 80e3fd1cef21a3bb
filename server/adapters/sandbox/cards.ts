import { DAY_MS } from '../../../shared/model/time.ts';

/**
 * Outcome of a payment with a test card. The card numbers in `TEST_CARDS` are those of Stripe's test cards, except for the last
 * two, which exist only here.
 */
export type CardOutcome = 'authorised' | 'challenge' | 'declined' | 'insufficientFunds' | 'expiredCard';

export interface TestCard {
  number: string;
  outcome: CardOutcome;
  brand: 'visa' | 'mastercard';
  /** The last four digits of each card number that the payer may know. A card in a phone has two numbers. */
  digits: readonly string[];
  /** Time in milliseconds until the hold is released automatically. */
  holdMs: number;
}

const WEEK_MS = 7 * DAY_MS;
const card = (number: string, outcome: CardOutcome, more: Partial<TestCard> = {}): TestCard => ({
  number,
  outcome,
  brand: number.startsWith('5') ? 'mastercard' : 'visa',
  digits: [number.slice(-4)],
  holdMs: WEEK_MS,
  ...more,
});

/** A card in the wallet of a phone. The physical card and the device have different numbers. */
const WALLET_CARD = card('4000000000001000', 'authorised', { digits: ['1000', '9876'] });

export const TEST_CARDS: readonly TestCard[] = [
  card('4242424242424242', 'authorised'),
  card('5555555555554444', 'authorised'),
  card('4000002760003184', 'challenge'),
  card('4000000000000002', 'declined'),
  card('4000000000009995', 'insufficientFunds'),
  card('4000000000000069', 'expiredCard'),
  card('4000000000001976', 'authorised', { holdMs: 60_000 }),
  WALLET_CARD,
];

/** The wallet buttons of the payment page, and the test card with which each of them pays. */
export const WALLETS: Readonly<Record<'apple-pay' | 'google-pay', { name: string; card: TestCard }>> = {
  'apple-pay': { name: 'Apple Pay', card: WALLET_CARD },
  'google-pay': { name: 'Google Pay', card: WALLET_CARD },
};

export const findWallet = (name: unknown): TestCard | null =>
  name === 'apple-pay' || name === 'google-pay' ? WALLETS[name].card : null;

/** Finds a test card by its number. All other numbers are rejected, so that nobody enters a real card by mistake. */
export const findCard = (typed: string): TestCard | null => {
  const number = typed.replace(/[\s-]/g, '');
  return TEST_CARDS.find(card => card.number === number) ?? null;
};

/** Formats a card number in groups: '4242424242424242' → '4242 4242 4242 4242'. */
export const inGroups = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');
