import type Stripe from 'stripe';
import type { PaymentMethod } from '../../../shared/charging/charging.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/model/time.ts';
import { createExclusiveRunner } from '../../../shared/util/runExclusive.ts';
import type { Clock, Payments } from '../../core/ports/ports.ts';
import { answeredRead } from './answers.ts';
import { forAccount } from './refs.ts';

/**
 * Reads the payment methods that are enabled for an account.
 * @returns an empty list if cards are disabled, in which case no payment page can be opened
 * @throws ProviderUnavailable
 */
export type ReadMethods = (account: string | null) => Promise<readonly PaymentMethod[]>;

/** Shorter refresh interval while cards are disabled, so that the app soon notices when the account owner enables them. */
const REFRESH_WHILE_OFF_MS = 5 * MINUTE_MS;

interface Known {
  methods: readonly PaymentMethod[];
  retryAt: number;
}

/**
 * Returns the payment methods of an account, as its owner has configured them at Stripe. Never waits: if the cached list is more
 * than an hour old, a new one is read in the background. If that fails, for example because a restricted key lacks the
 * permission, the cached list stays in use. Until the first read succeeds, the list contains only cards.
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

/** Accounts are read one at a time, because an installation with many brands requests all of them at once. */
export function createReadMethods(stripe: Stripe): ReadMethods {
  const runExclusively = createExclusiveRunner();
  return account => runExclusively('methods', () => readMethods(stripe, account));
}

/**
 * Reads the default payment method configuration, which applies to all payment pages that name no other. Wallets require that
 * cards are available, because they pay with a card.
 */
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
