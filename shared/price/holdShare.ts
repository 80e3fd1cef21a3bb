/** From so much of the reservation amount on a driver is told that the limit is near. */
export const NEAR_PERCENT = 80;

/**
 * How much of a reservation amount is spent, both in minor units of one currency. Rounded down: a threshold in percent is reached
 * when the figure shows it.
 */
export function percentOf(spentMinor: number, holdMinor: number): number {
  return holdMinor > 0 ? Math.min(100, Math.floor((spentMinor * 100) / holdMinor)) : 0;
}
