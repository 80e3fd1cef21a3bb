import { createSandbox, SANDBOX_PATH } from './adapters/sandbox/sandbox.ts';
import { createStripe, STRIPE_PATH, type StripePlace } from './adapters/stripe/stripe.ts';
import type { AppParts } from './app.ts';
import type { PaymentsConfig } from './config.ts';
import type { Operator } from './operator/operator.ts';
import type { Clock, Payments, Words } from './operator/ports.ts';
import { createShelf } from './operator/store/keyValueStore.ts';
import type { Store } from './operator/store/store.ts';

interface PaymentsParts {
  store: Store;
  clock: Clock;
  words: Words;
  look: Operator['look'];
  place: StripePlace | undefined;
}

/** The chosen provider, with its own pages (`routers`) and its ear (`ears`). What is not chosen cannot be reached. */
export async function openPayments(
  config: PaymentsConfig,
  parts: PaymentsParts,
): Promise<{ payments: Payments } & Pick<AppParts, 'routers' | 'ears'>> {
  if (config.name === 'stripe') {
    const { payments, router } = await createStripe({ ...parts, ...config });
    return { payments, routers: [], ears: [{ path: STRIPE_PATH, router }] };
  }
  const { payments, router } = createSandbox({ ...parts, shelf: createShelf(parts.store.db, 'sandbox') });
  return { payments, routers: [{ path: SANDBOX_PATH, router }], ears: [] };
}
