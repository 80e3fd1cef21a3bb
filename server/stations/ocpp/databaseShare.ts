import { createSemaphore } from './sockets/semaphore.ts';

/** What a storm of stations may have of the database's connections at once; drivers, who have to wait for none, have the others. */
const MAX_CONCURRENT_ROWS = 3;
const MAX_CONCURRENT_REPORTS = 3;

interface OnDatabase {
  store: object;
  holds: object;
  plugsOf(stationId: string): Promise<unknown>;
  wake(stationId: string): Promise<unknown>;
  listener(): object;
}

/** The same, with a share of the database only: what is more waits in the order in which it came. */
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

/** Each of its methods, in turn. What is done inside a transaction is that transaction's. */
const withLimit = <T extends object>(methods: T, turn: ReturnType<typeof createSemaphore>): T =>
  new Proxy(methods, {
    get(of, name) {
      const method: unknown = Reflect.get(of, name);
      return typeof method === 'function' ? (...all: unknown[]) => turn(async () => Reflect.apply(method, of, all)) : method;
    },
  });
