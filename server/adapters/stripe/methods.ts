import type Stripe from 'stripe';
import type { PaymentMethod } from '../../../shared/charging.ts';
import { HOUR_MS } from '../../../shared/time.ts';
import type { Clock, Payments } from '../../operator/ports.ts';
import { answeredRead } from './answers.ts';
import { forAccount } from './refs.ts';

interface Known {
  methods: readonly PaymentMethod[];
  askAgainAt: number;
}

/**
 * What an account's pages take, as its owner has set it at Stripe. Nobody waits: it is asked for when a page shows it and an
 * hour has passed. Without an answer, or where a restricted key may not read it, what was known counts, at first a card alone.
 */
export function createMethods(stripe: Stripe, clock: Pick<Clock, 'now'>): NonNullable<Payments['methods']> {
  const known = new Map<string | null, Known>();
  return account => {
    const now = clock.now().getTime();
    const { methods, askAgainAt } = known.get(account) ?? { methods: ['card'] as const, askAgainAt: now };
    if (askAgainAt > now) return methods;
    const next = now + HOUR_MS;
    known.set(account, { methods, askAgainAt: next });
    readMethods(stripe, account).then(
      read => known.set(account, { methods: read, askAgainAt: next }),
      () => undefined,
    );
    return methods;
  };
}

/** Of the configuration that its pages use when none is named. */
async function readMethods(stripe: Stripe, account: string | null): Promise<readonly PaymentMethod[]> {
  const { data } = await answeredRead(stripe.paymentMethodConfigurations.list({ limit: 100 }, forAccount(account)));
  const used = data.find(({ is_default: isDefault, active }) => isDefault && active);
  return [
    'card',
    ...(used?.apple_pay?.available ? (['apple-pay'] as const) : []),
    ...(used?.google_pay?.available ? (['google-pay'] as const) : []),
  ];
}
