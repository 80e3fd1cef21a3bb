import type { Currency } from '../../../shared/model/money.ts';
import { fc } from '../property.ts';
import type { Account } from './provider.ts';

/**
 * The accounts at the payment provider. Two suppliers share the first account, which pays out every card currency in euros. The
 * second account pays out in the currency of the card.
 */
export const ACCOUNTS: readonly [Account, Account] = [
  { id: null, suppliers: ['blaufink', 'farnwald'], paysIn: { EUR: 'EUR', CHF: 'EUR' } },
  { id: 'acct_third', suppliers: ['third'], paysIn: { EUR: 'EUR', CHF: 'CHF' } },
];
export const SUPPLIERS = ACCOUNTS.flatMap(({ suppliers }) => suppliers);
export const accountOf = (supplier: string): Account =>
  ACCOUNTS.find(({ suppliers }) => suppliers.includes(supplier)) ?? ACCOUNTS[0];
export const CURRENCIES = ['EUR', 'CHF'] as const;

/** Country and VAT rate of a sale: in Germany with each rate, in another EU member state, and outside the EU. */
export const TAXES = [
  { country: 'de', percent: 19 },
  { country: 'de', percent: 7 },
  { country: 'de', percent: 0 },
  { country: 'at', percent: 20 },
  { country: 'ch', percent: 8.1 },
] as const;

const KINDS = [
  'sale',
  'sale above the hold',
  'taken without order',
  'own refund',
  'refund at the provider',
  'notice',
  'dispute',
  'dispute won',
  'fee',
  'adjustment',
  'reserve',
  'release',
  'payout',
  'payout by a person',
  'return',
  'stranger',
  'read',
  'open',
  'take',
] as const;
type Kind = (typeof KINDS)[number];

export interface Event {
  kind: Kind;
  /** Minutes since the previous event. */
  minutes: number;
  supplier: string;
  currency: Currency;
  minor: number;
  /** Random number that selects one of several candidates, for example the sale to refund. */
  pick: number;
}

const weights: Partial<Record<Kind, number>> = {
  sale: 8,
  payout: 6,
  read: 5,
  'own refund': 2,
  'refund at the provider': 2,
  take: 3,
};
const kind = fc.oneof(...KINDS.map(name => ({ weight: weights[name] ?? 1, arbitrary: fc.constant(name) })));

/** Generates the events of some months in order, at the payment provider and in the app. */
export const history = fc.array(
  fc.record<Event>({
    kind,
    minutes: fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 600, max: 9000 })),
    supplier: fc.constantFrom(...SUPPLIERS),
    currency: fc.constantFrom(...CURRENCIES),
    minor: fc.integer({ min: 1, max: 20_000 }),
    pick: fc.nat(1000),
  }),
  { minLength: 1, maxLength: 60, size: 'max' },
);

/** Events of almost every kind for each supplier. Their order ensures that each event has an effect. */
export const EVERYTHING: readonly Event[] = (
  [
    ['sale', 1],
    ['sale above the hold', 2],
    ['taken without order', 3],
    ['payout', 0],
    ['read', 0],
    ['own refund', 0],
    ['refund at the provider', 1],
    ['notice', 0],
    ['refund at the provider', 0],
    ['dispute', 1],
    ['fee', 0],
    ['adjustment', 0],
    ['reserve', 0],
    ['stranger', 0],
    ['payout', 0],
    ['read', 0],
    ['payout by a person', 0],
    ['return', 1],
    ['read', 0],
    ['sale', 3],
  ] as const
).flatMap(([name, pick], n) =>
  SUPPLIERS.map(supplier => ({
    ...{ kind: name, minutes: 900, supplier, pick, minor: 1000 + 37 * n },
    currency: n % 3 === 2 || name === 'sale' ? ('CHF' as const) : ('EUR' as const),
  })),
);

/**
 * Two refunds made at the payment provider, each in its own payout. The app is notified of the first refund only, and it reads
 * the second payout first.
 */
export const REFUNDED_TWICE_NOTICED_ONCE: Event[] = (
  [
    ['sale', 3, 0],
    ['refund at the provider', 7294, 0],
    ['notice', 1, 0],
    ['payout', 1, 0],
    ['refund at the provider', 1, 0],
    ['payout', 1, 0],
    ['read', 1, 757],
  ] as const
).map(([name, minor, pick]) => ({ kind: name, minutes: 600, supplier: 'blaufink', currency: 'EUR', minor, pick }));
