import { lazyPage } from '../../core/lazyPage.ts';

/** What the payment page shows instead of the order form if no plug can be used. Few visitors see it. */
export const LaterUnusable = lazyPage(
  'Payment',
  async () => (await import('./plug/unusableParts.ts')).Unusable,
  'plug/unusableParts.ts',
);

/** The choice of a plug. A visitor who comes with a chosen plug seldom sees the choice. */
export const LaterPlugStep = lazyPage('Payment', async () => (await import('./plug/PlugStep.tsx')).PlugStep, 'plug/PlugStep.tsx');

/** Areas of texts of an unusable plug. */
export const LATER_STRINGS: readonly string[] = ['unusable', 'freePlugs', 'freeNotice'];

/** What the payment page shows instead of the order form. */
export const LaterSteps = {
  preload: () => Promise.all([LaterUnusable.preload(), LaterPlugStep.preload()]),
  isLoaded: () => LaterUnusable.isLoaded() && LaterPlugStep.isLoaded(),
};
