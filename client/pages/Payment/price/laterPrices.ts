import { lazyPage } from '../../../core/lazyPage.ts';

/** The pictures of the prices of the chosen plug. The choice of a plug does not need them. */
export const LaterPrices = lazyPage('Payment', async () => (await import('./AllPrices.tsx')).AllPrices, 'price/AllPrices.tsx');
