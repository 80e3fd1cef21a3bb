import type { Dialect } from './protocols/dialect.ts';
import type { StationSocket } from './sockets/sockets.ts';
import type { StoredTransaction } from './transactions/storedTransaction.ts';

interface UnknownTransactionsDependencies {
  now(): Date;
  socketOf(stationId: string): StationSocket | null;
  dialectOf(socket: StationSocket): Dialect;
}

/** Interval at which the stop of a transaction is requested again if it does not stop. */
const AGAIN_MS = 60_000;

const keyOf = (stationId: string, transactionId: string): string => `${stationId} ${transactionId}`;

/** Stops transactions that nobody pays for, and requests meter readings, without waiting for the stations. */
export function createUnknownTransactions({ now, socketOf, dialectOf }: UnknownTransactionsDependencies) {
  const stopRequestedAt = new Map<string, number>();
  return {
    requestMeter(transaction: StoredTransaction): void {
      const socket = socketOf(transaction.stationId);
      if (!socket) return;
      void dialectOf(socket)
        .requestMeter(socket, transaction)
        .catch(() => undefined);
    },
    /**
     * Requests the stop of a transaction. Later messages of the transaction cause further requests.
     * @returns true if the station is connected to this process
     */
    stop(stationId: string, transactionId: string): boolean {
      const key = keyOf(stationId, transactionId);
      const at = now().getTime();
      const socket = socketOf(stationId);
      if (!socket) return false;
      if (at - (stopRequestedAt.get(key) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return true;
      for (const [other, time] of stopRequestedAt) if (at - time > AGAIN_MS) stopRequestedAt.delete(other);
      stopRequestedAt.set(key, at);
      const isWanted = () => stopRequestedAt.get(key) === at;
      void dialectOf(socket)
        .stop({ ...socket, call: call => socket.call({ ...call, isWanted }) }, { transactionId })
        .catch(() => undefined);
      return true;
    },
    /** Drops a stop that is still queued, because a start of the app has claimed the transaction. */
    cancel: (stationId: string, transactionId: string): void => void stopRequestedAt.delete(keyOf(stationId, transactionId)),
  };
}
