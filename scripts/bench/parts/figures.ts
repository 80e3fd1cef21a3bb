/** Milliseconds of processor time that something took, with what it left to be done at once. */
export async function cpuMs(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The value below which such a share of them lies. */
export function quantile(list: readonly number[], share: number): number {
  return list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * share)] ?? Number.NaN;
}

export const median = (list: readonly number[]): number => quantile(list, 0.5);

/** Median, least and most of some milliseconds. */
export const ms = (list: readonly number[]): string =>
  `${median(list).toFixed(2)} (${Math.min(...list).toFixed(2)}–${Math.max(...list).toFixed(2)})`;
