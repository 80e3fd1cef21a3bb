import { within } from '../../shared/util/within.ts';

/** Wakes the sleeping worker, and reports when no job is in progress. */
export interface WorkSignal {
  wake(): void;
  /** Called when a job has ended and has enqueued no job that is due now. */
  jobEnded(): void;
  /** Resolves when `wake` or `jobEnded` is called. If one was called since the last `consumeWake`, resolves at once. */
  stirred(): Promise<void>;
  /**
   * Resets the signal.
   * @returns true if `wake` was called, which means that the worker must query for due jobs
   */
  consumeWake(): boolean;
  /** Called when no job is in progress. */
  markIdle(): void;
  /** Waits until no job is in progress, but at most `maxMs` milliseconds, because a visitor is waiting. */
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
    consumeWake() {
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
