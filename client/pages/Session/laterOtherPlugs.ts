import { lazyPage } from '../../core/lazyPage.ts';

/** Where else to charge, on the page of a session that did not start. Few visitors see it. */
export const LaterOtherPlugs = lazyPage(
  'Session',
  async () => (await import('../Payment/plug/unusableParts.ts')).OtherPlugs,
  '../Payment/plug/unusableParts.ts',
);
