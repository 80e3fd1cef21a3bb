import type { PaymentReturnData } from './load.ts';

/** Returns the seconds after which the page reloads itself if there is no JavaScript. Null: the result of the payment is known. */
export const refreshS = ({ settled }: PaymentReturnData): number | null => (settled.kind === 'checking' ? 3 : null);
