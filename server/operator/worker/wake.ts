/** Wakes the worker at once, and tells when it is idle again. */
export interface WorkSignal {
  wake(): void;
  /** Resolves when somebody has called `wake` since the last time. */
  woken(): Promise<void>;
  /** Nothing more is due. */
  markIdle(): void;
  /** Waits for the work at hand, but not long: a visitor is waiting. */
  idle(mostMs: number): Promise<void>;
}

export function createWorkSignal(): WorkSignal {
  let isRung = false;
  let wake: () => void = () => undefined;
  let resting: (() => void)[] = [];
  return {
    wake() {
      isRung = true;
      wake();
    },
    async woken() {
      if (!isRung) await new Promise<void>(resolve => (wake = resolve));
      isRung = false;
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
