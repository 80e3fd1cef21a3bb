/** Thrown if a call exceeds its time limit. */
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
 * Waits for a call, at most for the given time. After that, returns the result of `late()` and ignores a later answer.
 * @throws TimeoutError unless `late` returns another result
 */
export async function within<T>(call: Promise<T>, limitMs: number, delayed: () => T = throwTimeout): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<typeof TIMED_OUT>(resolve => {
    timer = setTimeout(resolve, limitMs, TIMED_OUT);
    // On a server, the timer does not prevent the end of the process.
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
 * The first part is requested before the caller receives the sequence. An error in the first part can therefore still become an
 * error response. A later error only breaks the stream off.
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
