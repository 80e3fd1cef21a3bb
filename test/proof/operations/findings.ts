/** One thing that a rehearsal expects, and what was seen. */
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

/** Some of a list, in words. */
export const listed = (items: readonly string[]): string => [...new Set(items)].slice(0, 4).join('; ') || 'nothing';

export interface RehearsalOptions {
  /** Its fault is injected: the rehearsal has to find it. */
  isBroken: boolean;
  print(line: string): void;
  /** What closes something that was opened: done when the rehearsal is over, also half way, the newest first. */
  atEnd(close: () => unknown): void;
}

export interface Rehearsal {
  does: string;
  /** What is injected to see that the rehearsal notices. */
  fault: string;
  /** Cheap enough for every change. */
  isShort: boolean;
  run(options: RehearsalOptions): Promise<readonly Finding[]>;
}
