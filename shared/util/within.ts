/** Somebody took longer to answer than we wait. */
export class Late extends Error {
  constructor() {
    super('No answer in time');
    this.name = 'Late';
  }
}

const isLate = (): never => {
  throw new Late();
};

const LATE: unique symbol = Symbol('late');

/**
 * What a call answers, or `late()` when it has not answered in time; whatever it answers then is not heard.
 * @throws Late unless `late` has another answer
 */
export async function within<T>(call: Promise<T>, limitMs: number, late: () => T = isLate): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<typeof LATE>(resolve => {
    timer = setTimeout(resolve, limitMs, LATE);
    // On a server, whoever ends the process does not wait for it.
    if (typeof timer === 'object') timer.unref();
  });
  try {
    const first = await Promise.race([call, over]);
    return first === LATE ? late() : first;
  } finally {
    clearTimeout(timer);
  }
}

/** The same parts, of which the first is made now: what fails with it can still be told, and later only breaks off. */
export async function begun<T>(parts: AsyncGenerator<T, void>): Promise<AsyncGenerator<T, void>> {
  const first = await parts.next();
  return goingOn(first, parts);
}

async function* goingOn<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
