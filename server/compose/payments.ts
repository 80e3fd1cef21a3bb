import { SANDBOX_PATH } from '../adapters/sandbox/hold.ts';
import { createSandbox } from '../adapters/sandbox/sandbox.ts';
import type { StripeOrigins } from '../adapters/stripe/stripe.ts';
import type { PaymentsConfig } from '../config/config.ts';
import type { Clock, Payments, Translator } from '../core/ports/ports.ts';
import type { AppDependencies } from '../http/app.ts';
import type { Operator } from '../operator/operator.ts';
import type { Store } from '../store/engine/database.ts';
import { createKeyValueStore } from '../store/jobs/keyValueStore.ts';

interface PaymentsDependencies {
  store: Store;
  clock: Clock;
  translator: Translator;
  check: Operator['onProviderNotice'];
  noticeIgnored(): void;
  place: StripeOrigins | undefined;
}

/** Creates the configured payment provider. `routers` serve the payment pages and webhooks of this payment provider only. */
export async function openPayments(
  config: PaymentsConfig,
  dependencies: PaymentsDependencies,
): Promise<{ payments: Payments } & Pick<AppDependencies, 'routers' | 'webhooks'>> {
  if (config.name === 'stripe') {
    const { createStripe, STRIPE_PATH } = await import('../adapters/stripe/stripe.ts');
    const { payments, router } = await createStripe({ ...dependencies, ...config });
    return { payments, routers: [], webhooks: [{ path: STRIPE_PATH, router }] };
  }
  const { payments, router } = createSandbox({
    ...dependencies,
    keyValueStore: createKeyValueStore(dependencies.store.db, 'sandbox'),
  });
  return { payments, routers: [{ path: SANDBOX_PATH, router }], webhooks: [] };
}
