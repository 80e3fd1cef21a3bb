import type { PaymentReturnData } from './load.ts';

/** Interval in seconds at which the page reloads itself without JavaScript. Null: the payment is no longer being checked. */
export const refreshS = ({ settled }: PaymentReturnData): number | null => (settled.kind === 'checking' ? 3 : null);
