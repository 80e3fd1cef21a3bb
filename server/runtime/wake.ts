import { within } from '../../shared/util/within.ts';

/** Wakes the worker immediately, and reports when the worker is idle again. */
export interface WorkSignal {
  wake(): void;
  /** Called when a job has ended without enqueuing due jobs. */
  jobEnded(): void;
  /** Resolves at the next `wake` or `jobEnded`, or immediately if one was called since the last `receive`. */
  stirred(): Promise<void>;
  /**
   * Resets the signal.
   * @returns true if `wake` was called, so that due jobs must be queried
   */
  receive(): boolean;
  /** Called when no job is in progress. */
  markIdle(): void;
  /** Waits for the current jobs, but at most `maxMs` milliseconds, because a visitor is waiting. */
  idle(maxMs: number): Promise<void>;
}

export function createWorkSignal(): WorkSignal {
  let isRung = false;
  let hasEnded = false;
  let stir: () => void = () => undefined;
  const resting = new Set<() => void>();
  return {
    wake() {
      isRung = true;
      stir();
    },
    jobEnded() {
      hasEnded = true;
      stir();
    },
    async stirred() {
      if (!isRung && !hasEnded) await new Promise<void>(resolve => (stir = resolve));
    },
    receive() {
      const wasRung = isRung;
      isRung = false;
      hasEnded = false;
      return wasRung;
    },
    markIdle() {
      if (isRung) return;
      for (const resolve of resting) resolve();
    },
    idle(maxMs) {
      const { promise, resolve } = Promise.withResolvers<void>();
      resting.add(resolve);
      return within(promise, maxMs, () => undefined).finally(() => resting.delete(resolve));
    },
  };
}
