import type { PaymentReturnData } from './load.ts';

/** Without JavaScript the page asks again by itself while the payment is being checked. */
export const refreshS = (data: unknown): number | null => ((data as PaymentReturnData).settled.kind === 'checking' ? 3 : null);
