import { DAY_MS } from '../../../shared/model/time.ts';

/** What a test card does. The numbers are Stripe's own, so that habits carry over; the last two exist here only. */
export type CardOutcome = 'authorised' | 'challenge' | 'declined' | 'insufficientFunds' | 'expiredCard';

export interface TestCard {
  number: string;
  outcome: CardOutcome;
  brand: 'visa' | 'mastercard';
  /** Every four digits the payer may know the card by. */
  digits: readonly string[];
  /** How long its hold lasts. */
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

/** Paid with a phone: one number on the card, and one of the device. */
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

/** What the buttons of its page stand for. */
export const WALLETS: Readonly<Record<'apple-pay' | 'google-pay', { name: string; card: TestCard }>> = {
  'apple-pay': { name: 'Apple Pay', card: WALLET_CARD },
  'google-pay': { name: 'Google Pay', card: WALLET_CARD },
};

export const findWallet = (name: unknown): TestCard | null =>
  name === 'apple-pay' || name === 'google-pay' ? WALLETS[name].card : null;

/** Only listed numbers are taken: nobody can enter a real card by mistake. */
export const findCard = (typed: string): TestCard | null => {
  const number = typed.replace(/[\s-]/g, '');
  return TEST_CARDS.find(card => card.number === number) ?? null;
};

/** '4242424242424242' → '4242 4242 4242 4242' */
export const inGroups = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');
