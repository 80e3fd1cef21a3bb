/** Thrown if a promise is not settled within its time limit. */
export class TimeoutError extends Error {
  constructor() {
    super('No answer in time');
    this.name = 'Late';
  }
}

const throwTimeout = (): never => {
  throw new TimeoutError();
};

const TIMED_OUT: unique symbol = Symbol('late');

/**
 * Waits for a promise for at most `limitMs`. If it is not settled by then, calls `delayed`, returns the result of `delayed` and
 * ignores the promise.
 * @throws TimeoutError unless `delayed` is given
 */
export async function within<T>(call: Promise<T>, limitMs: number, delayed: () => T = throwTimeout): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<typeof TIMED_OUT>(resolve => {
    timer = setTimeout(resolve, limitMs, TIMED_OUT);
    // On a server, the timer must not keep the process alive.
    if (typeof timer === 'object') timer.unref();
  });
  try {
    const first = await Promise.race([call, over]);
    return first === TIMED_OUT ? delayed() : first;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Waits for the first part before it returns the sequence, so that an error in the first part can still become an error
 * response. A later error can only break off the stream.
 */
export async function primeGenerator<T>(parts: AsyncGenerator<T, void>): Promise<AsyncGenerator<T, void>> {
  const first = await parts.next();
  return goingOn(first, parts);
}

async function* goingOn<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
