/** Share of the hold in per cent at which the driver is warned that the hold will soon be used up. */
export const NEAR_PERCENT = 80;

/**
 * Returns the share of the hold that the cost has reached, in per cent. Both amounts are minor units of one currency. Rounded
 * down, so that a threshold is reached only when the displayed figure shows it.
 */
export function percentOf(spentMinor: number, holdMinor: number): number {
  return holdMinor > 0 ? Math.min(100, Math.floor((spentMinor * 100) / holdMinor)) : 0;
}
