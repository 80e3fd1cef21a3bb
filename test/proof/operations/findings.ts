/** One expectation of a rehearsal, and the observed result. */
export interface Finding {
  expected: string;
  seen: string;
  isSo: boolean;
}

export const finding = (expected: string, seen: string | number, isSo: boolean): Finding => ({
  expected,
  seen: String(seen),
  isSo,
});

/** The first different items of a list, as text. */
export const listed = (items: readonly string[]): string => [...new Set(items)].slice(0, 4).join('; ') || 'nothing';

export interface RehearsalOptions {
  /** True if the rehearsal injects its fault. The rehearsal must then detect the fault. */
  isBroken: boolean;
  print(line: string): void;
  /**
   * Registers a function that closes an opened resource. The functions run when the rehearsal ends, also after an error, in
   * reverse order.
   */
  atEnd(close: () => unknown): void;
}

export interface Rehearsal {
  does: string;
  /** The fault that is injected to check that the rehearsal detects the fault. */
  fault: string;
  /** True if the rehearsal is fast enough to run for every change. */
  isShort: boolean;
  run(options: RehearsalOptions): Promise<readonly Finding[]>;
}
