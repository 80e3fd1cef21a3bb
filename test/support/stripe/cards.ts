/**
 * Behaviour of a test card on the hosted page. The card numbers are those of Stripe, except for the last two cards, which exist
 * only here.
 */
interface PeerCard {
  number: string;
  /** Stripe's error code for a refused card; null: the card is accepted and the amount is held. */
  refusal: string | null;
  brand: string;
  walletDigits: string | null;
  holdS: number;
}

const WEEK_S = 7 * 86_400;
const card = (number: string, more: Partial<PeerCard> = {}): PeerCard => ({
  number,
  refusal: null,
  brand: number.startsWith('5') ? 'mastercard' : 'visa',
  walletDigits: null,
  holdS: WEEK_S,
  ...more,
});

const PEER_CARDS: readonly PeerCard[] = [
  card('4242424242424242'),
  card('5555555555554444'),
  card('4000000000000002', { refusal: 'card_declined' }),
  card('4000000000009995', { refusal: 'insufficient_funds' }),
  card('4000000000001976', { holdS: 60 }),
  card('4000000000001000', { walletDigits: '9876' }),
];

export const findPeerCard = (typed: string): PeerCard | null =>
  PEER_CARDS.find(({ number }) => number === typed.replace(/\D/g, '')) ?? null;

export type { PeerCard };
