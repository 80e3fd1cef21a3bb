/** Somebody took longer to answer than we wait. */
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
 * What a call answers, or `late()` when it has not answered in time; whatever it answers then is not heard.
 * @throws Late unless `late` has another answer
 */
export async function within<T>(call: Promise<T>, limitMs: number, late: () => T = throwTimeout): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<typeof TIMED_OUT>(resolve => {
    timer = setTimeout(resolve, limitMs, TIMED_OUT);
    // On a server, whoever ends the process does not wait for it.
    if (typeof timer === 'object') timer.unref();
  });
  try {
    const first = await Promise.race([call, over]);
    return first === TIMED_OUT ? late() : first;
  } finally {
    clearTimeout(timer);
  }
}

/** The same parts, of which the first is made now: what fails with it can still be told, and later only breaks off. */
export async function primeGenerator<T>(parts: AsyncGenerator<T, void>): Promise<AsyncGenerator<T, void>> {
  const first = await parts.next();
  return goingOn(first, parts);
}

async function* goingOn<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
