import type { DatedTariff } from './records.ts';

/** `source` of tariff periods that come from the operator's files. */
export const FILES = 'files';
/** `source` of tariff periods that staff have set with `change-price`. */
export const CONSOLE = 'console';

/** A version of a tariff, the period in which the version is valid, and where the period comes from. */
export interface TariffPeriod extends DatedTariff {
  /** `FILES`, `CONSOLE`, or the name of a station source. */
  source: string;
}

/**
 * Sorts periods by their start. The sort is stable: of periods with the same start, the last one applies. A period of the
 * console is therefore last.
 */
export const inOrder = <T extends Pick<DatedTariff, 'from'> & { source?: string }>(periods: readonly T[]): T[] =>
  [...periods].sort((a, b) => (a.from ?? 0) - (b.from ?? 0) || Number(a.source === CONSOLE) - Number(b.source === CONSOLE));

export const isValidAt = ({ from, until }: Pick<DatedTariff, 'from' | 'until'>, ms: number): boolean =>
  (from ?? 0) <= ms && (until === null || ms < until);

/** Returns the period that applies at a time, in epoch milliseconds: of the valid ones the one that began last. */
export const periodAt = <T extends Pick<DatedTariff, 'from' | 'until'> & { source?: string }>(
  periods: readonly T[],
  ms: number,
): T | null => inOrder(periods).findLast(period => isValidAt(period, ms)) ?? null;
