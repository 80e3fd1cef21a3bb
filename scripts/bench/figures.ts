/** Returns the quantile of a list. `share` is between 0 and 1. */
export function quantile(list: readonly number[], share: number): number {
  return list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * share)] ?? Number.NaN;
}

/** Median, minimum and maximum. */
export const spread = (list: readonly number[], digits = 2): string =>
  `${quantile(list, 0.5).toFixed(digits)} (${Math.min(...list).toFixed(digits)}–${Math.max(...list).toFixed(digits)})`;

/** The spread of one list divided by another, round by round. */
export const ratio = (list: readonly number[], baseline: readonly number[]): string =>
  spread(list.map((value, round) => value / (baseline[round] ?? Number.NaN)));
