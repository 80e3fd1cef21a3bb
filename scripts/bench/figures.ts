/** Returns a quantile: the value below which the given share (0 to 1) of the list lies. */
export function quantile(list: readonly number[], share: number): number {
  return list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * share)] ?? Number.NaN;
}

/** Formats median, minimum and maximum of a list. */
export const spread = (list: readonly number[], digits = 2): string =>
  `${quantile(list, 0.5).toFixed(digits)} (${Math.min(...list).toFixed(digits)}–${Math.max(...list).toFixed(digits)})`;

/** Divides each value by the value of the same round in the baseline, and formats the spread of these ratios. */
export const ratio = (list: readonly number[], baseline: readonly number[]): string =>
  spread(list.map((value, round) => value / (baseline[round] ?? Number.NaN)));
