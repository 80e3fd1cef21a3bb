/**
 * Returns the milliseconds from the first to the second time.
 * @throws Error if a time is null
 */
export function msBetween(from: Date | null, to: Date | null): number {
  if (!from || !to) throw new Error('One of the two has not been yet');
  return to.getTime() - from.getTime();
}
