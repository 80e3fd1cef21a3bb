import { lazyPage } from '../../../core/lazyPage.ts';

/** Where else to charge, on the page of a session that did not start. Few visitors see it. */
export const LaterOtherPlugs = lazyPage(
  'Payment',
  async () => (await import('../../Payment/plug/unusableParts.ts')).OtherPlugs,
  'plug/unusableParts.ts',
);
