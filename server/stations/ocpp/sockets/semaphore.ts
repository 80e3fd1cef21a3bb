/**
 * Runs at most `most` pieces of work at once. The others wait in the order in which they arrive. An error of the work is thrown
 * to its caller.
 */
export function createSemaphore(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async work => {
    if (running >= most) await new Promise<void>(resolve => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // The slot passes to the next waiting work, so that a new caller cannot overtake.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
