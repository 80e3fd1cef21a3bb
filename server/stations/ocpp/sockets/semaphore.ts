/** Lets so many pieces of work run at once; the others wait in the order in which they came. What work throws, its caller gets. */
export function createSemaphore(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async work => {
    if (running >= most) await new Promise<void>(resolve => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // A turn is handed on, so that nobody who comes just now goes first.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
