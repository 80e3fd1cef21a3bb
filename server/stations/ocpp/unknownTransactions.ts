import type { Dialect } from './protocols/dialect.ts';
import type { StationSocket } from './sockets/sockets.ts';
import type { StoredTransaction } from './transactions/storedTransaction.ts';

interface UnknownTransactionsDependencies {
  now(): Date;
  socketOf(stationId: string): StationSocket | null;
  dialectOf(socket: StationSocket): Dialect;
}

/** Interval of the stop requests for a transaction that does not stop. */
const AGAIN_MS = 60_000;

const keyOf = (stationId: string, transactionId: string): string => `${stationId} ${transactionId}`;

/** Sends requests to stations without waiting for the responses. */
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
     * Requests the stop of a transaction. Each later message of the transaction requests the stop again.
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
    /** Drops a stop that still waits behind another call, because the transaction has an owner now. */
    cancel: (stationId: string, transactionId: string): void => void stopRequestedAt.delete(keyOf(stationId, transactionId)),
  };
}
