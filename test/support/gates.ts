export interface Gates<Step> {
  /** Calls of a step arrive, act, and get no answer until the returned function is called. */
  hold(step: Step): () => void;
  /** Whether a call waits for its answer. */
  isHeld(): boolean;
}

/** Where answers of somebody outside can be held back. */
export function createGates<Step>(): Gates<Step> & { through(step: Step): Promise<void> } {
  const gates = new Map<Step, Promise<void>>();
  let waiting = 0;
  return {
    hold(step) {
      const { promise, resolve } = Promise.withResolvers<void>();
      gates.set(step, promise);
      return () => {
        gates.delete(step);
        resolve();
      };
    },
    isHeld: () => waiting > 0,
    async through(step) {
      waiting++;
      await gates.get(step);
      waiting--;
    },
  };
}
