/**
 * An expectation of a rehearsal, and what was observed. A rehearsal tries out an outage or an operating procedure, for example a
 * backup.
 */
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

/** Returns the first four different items of a list as text. */
export const listed = (items: readonly string[]): string => [...new Set(items)].slice(0, 4).join('; ') || 'nothing';

export interface RehearsalOptions {
  /** True: the rehearsal injects its fault. Some of its expectations must then fail. */
  isBroken: boolean;
  print(line: string): void;
  /**
   * Registers a function that closes a resource. At the end of the rehearsal, even after an error, the functions run in reverse
   * order.
   */
  atEnd(close: () => unknown): void;
}

export interface Rehearsal {
  does: string;
  /** The fault that the rehearsal can inject, to check that its expectations detect faults. */
  fault: string;
  /** True if the rehearsal is fast enough to run for every change of the code. */
  isShort: boolean;
  run(options: RehearsalOptions): Promise<readonly Finding[]>;
}
