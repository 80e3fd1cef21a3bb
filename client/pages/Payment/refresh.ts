import type { PaymentData } from './load.ts';

/** Returns the seconds after which the page reloads without JavaScript. Null: the visitor can choose a plug and types. */
export const refreshS = ({ unusable }: PaymentData): number | null => (unusable.length > 0 ? 30 : null);
