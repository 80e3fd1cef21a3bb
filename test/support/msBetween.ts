/** For two times that a record may not have yet. */
export function msBetween(from: Date | null, to: Date | null): number {
  if (!from || !to) throw new Error('One of the two has not been yet');
  return to.getTime() - from.getTime();
}
