import { lazyPage } from '../../core/lazyPage.ts';

/** What the payment page shows instead of the order form if no plug can be used. Few visitors see it. */
export const LaterUnusable = lazyPage(
  'Payment',
  async () => (await import('./plug/unusableParts.ts')).Unusable,
  'plug/unusableParts.ts',
);
