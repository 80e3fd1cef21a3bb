import { changeRow, keyOf, type OcppStore } from '../chargePoints/storage.ts';

/** A transaction that a station began with a StartTransaction message. */
export interface PendingStart {
  /** Equal for all repetitions of one StartTransaction. */
  key: string;
  /** The app assigns transaction ids (OCPP 1.6 §4.8). */
  transactionId: string;
  connectorId: number;
  token: string;
  isOpen: boolean;
  /**
   * True: the app has not requested this transaction. It is closed when its connector is free or used again, because its end may
   * never arrive.
   */
  isStranger?: boolean;
}

/**
 * Maximum number of stored transactions per station. They are needed because a station repeats a StartTransaction until a
 * response arrives.
 */
const MAX_PENDING_STARTS = 50;
/** One counter serves all stations, so an id is never reused and never 0. */
const COUNTER = 'counter:transactions';

const rowKey = (stationId: string) => keyOf('begun', stationId);

const isStrangerAt = (started: PendingStart, connectorId: number): boolean =>
  started.isOpen && started.isStranger === true && started.connectorId === connectorId;

/** Closes all transactions at a connector, except those that the app has requested. Only one can run there at a time. */
const withoutStrangers = (all: readonly PendingStart[], connectorId: number): readonly PendingStart[] =>
  all.map(started => (isStrangerAt(started, connectorId) ? { ...started, isOpen: false } : started));

/** Stores the latest transactions of stations that use OCPP 1.6. */
export function createPendingStartStore(store: OcppStore) {
  const list = async (stationId: string) => ((await store.get(rowKey(stationId))) ?? []) as readonly PendingStart[];
  return {
    list,
    openAt: async (stationId: string, connectorId: number): Promise<PendingStart | null> =>
      (await list(stationId)).findLast(started => started.isOpen && started.connectorId === connectorId) ?? null,
    /** Returns the id of a transaction: the same one for a repeated StartTransaction, otherwise the next free id. */
    numberOf: (stationId: string, started: Omit<PendingStart, 'transactionId' | 'isOpen'>): Promise<string> =>
      store.inTransaction(async rows => {
        const all = ((await rows.get(rowKey(stationId))) ?? []) as readonly PendingStart[];
        const same = all.find(({ key }) => key === started.key);
        if (same) return same.transactionId;
        const number = (((await rows.get(COUNTER)) ?? 0) as number) + 1;
        await rows.put(COUNTER, number);
        const transactionId = String(number);
        await rows.put(
          rowKey(stationId),
          [...withoutStrangers(all, started.connectorId), { ...started, transactionId, isOpen: true }].slice(-MAX_PENDING_STARTS),
        );
        return transactionId;
      }),
    /**
     * Called when a connector is free. Closes its transactions, except those that the app has requested: they stay open until
     * their end is known.
     */
    freed: (stationId: string, connectorId: number) =>
      changeRow<readonly PendingStart[]>(store, rowKey(stationId), all => withoutStrangers(all, connectorId)),
    close: (stationId: string, transactionId: string) =>
      changeRow<readonly PendingStart[]>(store, rowKey(stationId), all =>
        all.map(started => (started.transactionId === transactionId ? { ...started, isOpen: false } : started)),
      ),
  };
}

export type PendingStarts = ReturnType<typeof createPendingStartStore>;
