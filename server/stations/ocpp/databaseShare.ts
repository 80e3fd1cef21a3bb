import { createTurns } from './sockets/semaphore.ts';

/** What a storm of stations may have of the database's connections at once; drivers, who have to wait for none, have the others. */
const MOST_ROWS = 3;
const MOST_REPORTS = 3;

interface OnDatabase {
  store: object;
  holds: object;
  plugsOf(stationId: string): Promise<unknown>;
  wake(stationId: string): Promise<unknown>;
  listener(): object;
}

/** The same, with a share of the database only: what is more waits in the order in which it came. */
export function withShare<T extends OnDatabase>(dependencies: T): T {
  const [rows, reports] = [createTurns(MOST_ROWS), createTurns(MOST_REPORTS)];
  const { store, holds, plugsOf, wake, listener } = dependencies;
  return {
    ...dependencies,
    store: inTurns(store, rows),
    holds: inTurns(holds, rows),
    plugsOf: (stationId: string) => rows(() => plugsOf(stationId)),
    wake: (stationId: string) => rows(() => wake(stationId)),
    listener: () => inTurns(listener(), reports),
  };
}

/** Each of its methods, in turn. What is done inside a transaction is that transaction's. */
const inTurns = <T extends object>(methods: T, turn: ReturnType<typeof createTurns>): T =>
  new Proxy(methods, {
    get(of, name) {
      const method: unknown = Reflect.get(of, name);
      return typeof method === 'function' ? (...all: unknown[]) => turn(async () => Reflect.apply(method, of, all)) : method;
    },
  });
