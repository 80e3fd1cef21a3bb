/** From this share of the hold on, the driver sees that the limit is near. */
export const NEAR_PERCENT = 80;

/**
 * Share of the hold that the cost has reached, in per cent. Both amounts are minor units of one currency. Rounded down, so that
 * a threshold is reached when the displayed figure reaches it.
 */
export function percentOf(spentMinor: number, holdMinor: number): number {
  return holdMinor > 0 ? Math.min(100, Math.floor((spentMinor * 100) / holdMinor)) : 0;
}
