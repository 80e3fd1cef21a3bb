import type { Plug } from './charging.ts';

/** Energy of a usual session in Wh, for the first estimate and the preselected hold. */
export const USUAL_WH = 20_000;

/**
 * Returns the smallest offered hold that is at least one and a half times the estimate, because vehicles often take more energy
 * and stay longer than planned. If all holds are smaller, returns the largest.
 * @returns minor units; null if the plug offers no hold
 */
export function limitFor(limits: Plug['limits'], { estimateMinor }: { estimateMinor: number }): number | null {
  const ample = limits.find(({ amountMinor }) => 2 * amountMinor >= 3 * estimateMinor);
  return (ample ?? limits.at(-1))?.amountMinor ?? null;
}
