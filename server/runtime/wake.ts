import { within } from '../../shared/util/within.ts';

/** Wakes the worker at once, and tells when it is idle again. */
export interface WorkSignal {
  wake(): void;
  /** A job has ended and left nothing to look for. */
  jobEnded(): void;
  /** Resolves at the next of both, or at once where one has come that nobody has heard. */
  stirred(): Promise<void>;
  /** Hears what has come; answers whether there is something to look for. */
  receive(): boolean;
  /** Nothing more is due. */
  markIdle(): void;
  /** Waits for the work at hand, but not long: a visitor is waiting. */
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
