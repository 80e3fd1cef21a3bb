import { createSemaphore } from './sockets/semaphore.ts';

/**
 * Limits of the concurrent database calls for stations. In a mass reconnect, the other connections of the database stay free for
 * drivers.
 */
const MAX_CONCURRENT_ROWS = 3;
const MAX_CONCURRENT_REPORTS = 3;

interface OnDatabase {
  store: object;
  holds: object;
  plugsOf(stationId: string): Promise<unknown>;
  wake(stationId: string): Promise<unknown>;
  listener(): object;
}

/** Returns the same dependencies with limited database access. Calls above the limit wait in the order in which they arrive. */
export function withShare<T extends OnDatabase>(dependencies: T): T {
  const [rows, reports] = [createSemaphore(MAX_CONCURRENT_ROWS), createSemaphore(MAX_CONCURRENT_REPORTS)];
  const { store, holds, plugsOf, wake, listener } = dependencies;
  return {
    ...dependencies,
    store: withLimit(store, rows),
    holds: withLimit(holds, rows),
    plugsOf: (stationId: string) => rows(() => plugsOf(stationId)),
    wake: (stationId: string) => rows(() => wake(stationId)),
    listener: () => withLimit(listener(), reports),
  };
}

/** Limits all methods of an object. A transaction counts as one call, and calls inside the transaction are not limited. */
const withLimit = <T extends object>(methods: T, turn: ReturnType<typeof createSemaphore>): T =>
  new Proxy(methods, {
    get(of, name) {
      const method: unknown = Reflect.get(of, name);
      return typeof method === 'function' ? (...all: unknown[]) => turn(async () => Reflect.apply(method, of, all)) : method;
    },
  });
