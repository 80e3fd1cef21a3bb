import type { PaymentReturnData } from './load.ts';

/** Without JavaScript the page asks again by itself while the payment is being checked. */
export const refreshS = ({ settled }: PaymentReturnData): number | null => (settled.kind === 'checking' ? 3 : null);
