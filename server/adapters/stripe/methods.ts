import type Stripe from 'stripe';
import type { PaymentMethod } from '../../../shared/charging/charging.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/model/time.ts';
import { createExclusiveRunner } from '../../../shared/util/runExclusive.ts';
import type { Clock, Payments } from '../../core/ports/ports.ts';
import { answeredRead } from './answers.ts';
import { forAccount } from './refs.ts';

/** Reads what an account's pages take; empty: cards are switched off, so that no page opens. @throws ProviderUnavailable */
export type ReadMethods = (account: string | null) => Promise<readonly PaymentMethod[]>;

/** While cards are switched off, so that a person who switches them on sees it soon. */
const REFRESH_WHILE_OFF_MS = 5 * MINUTE_MS;

interface Known {
  methods: readonly PaymentMethod[];
  retryAt: number;
}

/**
 * What an account's pages take, as its owner has set it at Stripe. Nobody waits: it is asked for when a page shows it and an
 * hour has passed. Without an answer, or where a restricted key may not read it, what was known counts, at first a card alone.
 */
export function createMethods(read: ReadMethods, clock: Pick<Clock, 'now'>): NonNullable<Payments['methods']> {
  const known = new Map<string | null, Known>();
  return account => {
    const now = clock.now().getTime();
    const { methods, retryAt } = known.get(account) ?? { methods: ['card'] as const, retryAt: now };
    if (retryAt > now) return methods;
    const next = now + HOUR_MS;
    known.set(account, { methods, retryAt: next });
    read(account).then(
      current => known.set(account, { methods: current, retryAt: current.length > 0 ? next : now + REFRESH_WHILE_OFF_MS }),
      () => undefined,
    );
    return methods;
  };
}

/** One account after the other: an app of many brands asks for all of them at once. */
export function createReadMethods(stripe: Stripe): ReadMethods {
  const runExclusively = createExclusiveRunner();
  return account => runExclusively('methods', () => readMethods(stripe, account));
}

/** Of the configuration that its pages use when none is named. Wallets are cards, too. */
async function readMethods(stripe: Stripe, account: string | null): Promise<readonly PaymentMethod[]> {
  const { data } = await answeredRead(stripe.paymentMethodConfigurations.list({ limit: 100 }, forAccount(account)));
  const used = data.find(({ is_default: isDefault, active }) => isDefault && active);
  if (used?.card?.available === false) return [];
  return [
    'card',
    ...(used?.apple_pay?.available ? (['apple-pay'] as const) : []),
    ...(used?.google_pay?.available ? (['google-pay'] as const) : []),
  ];
}
