import type { Plug } from './charging.ts';

/** What most drivers charge at once: estimated before anybody asks, and the base of the first hold. */
export const USUAL_WH = 20_000;

/**
 * The smallest offered hold that leaves half of an estimate as reserve, else the largest: vehicles take more than planned
 * and stay longer. Null: none is offered.
 */
export function limitFor(limits: Plug['limits'], { estimateMinor }: { estimateMinor: number }): number | null {
  const ample = limits.find(({ amountMinor }) => 2 * amountMinor >= 3 * estimateMinor);
  return (ample ?? limits.at(-1))?.amountMinor ?? null;
}
