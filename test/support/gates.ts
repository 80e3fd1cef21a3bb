export interface Gates<Step> {
  /**
   * Executes the calls of this step, but holds their responses back.
   * @returns a function that releases the responses
   */
  hold(step: Step): () => void;
  /** Returns true while a response is held back. */
  isHeld(): boolean;
}

/** Lets a test hold back the responses of an external system. */
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
