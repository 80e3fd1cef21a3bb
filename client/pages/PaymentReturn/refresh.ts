import type { PaymentReturnData } from './load.ts';

/** Without JavaScript the page reloads at this interval in seconds while the payment is being checked. */
export const refreshS = ({ settled }: PaymentReturnData): number | null => (settled.kind === 'checking' ? 3 : null);
