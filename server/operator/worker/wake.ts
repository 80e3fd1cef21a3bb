/** Wakes the worker at once, and tells when it is idle again. */
export interface WorkSignal {
  wake(): void;
  /** A job has ended and left nothing to look for. */
  jobEnded(): void;
  /** Resolves at the next of both, or at once where one has come since the last time; with whether there is something to look for. */
  woken(): Promise<boolean>;
  /** Nothing more is due. */
  markIdle(): void;
  /** Waits for the work at hand, but not long: a visitor is waiting. */
  idle(mostMs: number): Promise<void>;
}

export function createWorkSignal(): WorkSignal {
  let isRung = false;
  let hasEnded = false;
  let stir: () => void = () => undefined;
  let resting: (() => void)[] = [];
  return {
    wake() {
      isRung = true;
      stir();
    },
    jobEnded() {
      hasEnded = true;
      stir();
    },
    async woken() {
      if (!isRung && !hasEnded) await new Promise<void>(resolve => (stir = resolve));
      const isToLook = isRung;
      isRung = false;
      hasEnded = false;
      return isToLook;
    },
    markIdle() {
      if (isRung) return;
      for (const resolve of resting) resolve();
      resting = [];
    },
    idle: mostMs =>
      new Promise<void>(resolve => {
        resting.push(resolve);
        setTimeout(resolve, mostMs).unref();
      }),
  };
}
