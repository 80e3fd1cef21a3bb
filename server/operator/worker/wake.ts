/** Wakes the worker at once, and tells when it has come to rest again. */
export interface Bell {
  ring(): void;
  /** Resolves when the bell has been rung since the last time. */
  woken(): Promise<void>;
  /** Nothing more is due. */
  rest(): void;
  /** Waits for the work at hand, but not long: a visitor is waiting. */
  calm(mostMs: number): Promise<void>;
}

export function createBell(): Bell {
  let isRung = false;
  let wake: () => void = () => undefined;
  let resting: (() => void)[] = [];
  return {
    ring() {
      isRung = true;
      wake();
    },
    async woken() {
      if (!isRung) await new Promise<void>(resolve => (wake = resolve));
      isRung = false;
    },
    rest() {
      if (isRung) return;
      for (const resolve of resting) resolve();
      resting = [];
    },
    calm: mostMs =>
      new Promise<void>(resolve => {
        resting.push(resolve);
        setTimeout(resolve, mostMs).unref();
      }),
  };
}
