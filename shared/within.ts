const LATE: unique symbol = Symbol('late');

/** What a call answers, or `late()` when it has not answered in time; a later answer is ignored. */
export async function within<T>(call: Promise<T>, limitMs: number, late: () => T): Promise<T> {
  const over = Promise.withResolvers<typeof LATE>();
  const timer = setTimeout(() => over.resolve(LATE), limitMs);
  // On a server, whoever ends the process does not wait for it.
  if (typeof timer === 'object') timer.unref();
  try {
    const first = await Promise.race([call, over.promise]);
    return first === LATE ? late() : first;
  } finally {
    clearTimeout(timer);
  }
}
