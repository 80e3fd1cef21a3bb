import type { PaymentData } from './load.ts';

/** Seconds after which the page reloads itself if there is no JavaScript. Null: the visitor can choose a plug and types. */
export const refreshS = ({ unusable }: PaymentData): number | null => (unusable.length > 0 ? 30 : null);
