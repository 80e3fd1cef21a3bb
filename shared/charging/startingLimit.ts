import type { Plug } from './charging.ts';

/** Energy of a usual session, in Wh. The first estimate and the preselected hold use this value. */
export const USUAL_WH = 20_000;

/**
 * The smallest offered hold that is at least one and a half times the estimate, otherwise the largest. Vehicles often take more
 * energy and stay longer than planned.
 * @returns minor units; null if the plug offers no hold
 */
export function limitFor(limits: Plug['limits'], { estimateMinor }: { estimateMinor: number }): number | null {
  const ample = limits.find(({ amountMinor }) => 2 * amountMinor >= 3 * estimateMinor);
  return (ample ?? limits.at(-1))?.amountMinor ?? null;
}
