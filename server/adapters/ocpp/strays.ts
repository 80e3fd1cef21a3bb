import type { Dialect } from './protocols/dialect.ts';
import type { StationSocket } from './sockets/sockets.ts';
import type { KeptTransaction } from './transactions/keptTransaction.ts';

interface StraysDependencies {
  now(): Date;
  socketOf(stationId: string): StationSocket | null;
  dialectOf(socket: StationSocket): Dialect;
}

/** While it goes on it is asked to stop so often. */
const AGAIN_MS = 60_000;

/** What is asked of stations without waiting for an answer. */
export function createStrays({ now, socketOf, dialectOf }: StraysDependencies) {
  const asked = new Map<string, number>();
  return {
    askMeter(transaction: KeptTransaction): void {
      const socket = socketOf(transaction.stationId);
      if (!socket) return;
      void dialectOf(socket)
        .askMeter(socket, transaction)
        .catch(() => undefined);
    },
    /** Has it stopped, without waiting for it: each of its messages asks again. */
    stop(stationId: string, transactionId: string): void {
      const key = `${stationId} ${transactionId}`;
      const at = now().getTime();
      const socket = socketOf(stationId);
      if (!socket || at - (asked.get(key) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return;
      for (const [other, time] of asked) if (at - time > AGAIN_MS) asked.delete(other);
      asked.set(key, at);
      void dialectOf(socket)
        .stop(socket, { transactionId })
        .catch(() => undefined);
    },
  };
}
