import { changeRow, keyOf, type OcppStore } from '../chargePoints/storage.ts';

/** A transaction that a station has begun, from its StartTransaction. */
export interface PendingStart {
  /** The same for each repetition of the message. */
  key: string;
  /** Assigned by the app: OCPP 1.6 §4.8. */
  transactionId: string;
  connectorId: number;
  token: string;
  isOpen: boolean;
  /** Not from a start of the app. The app does not wait for the end, which may never arrive. */
  isStranger?: boolean;
}

/** Transactions that are stored per station. A station repeats a StartTransaction until the response arrives. */
const MAX_PENDING_STARTS = 50;
/** One counter for all stations. An id is never a time and never 0. */
const COUNTER = 'counter:transactions';

const rowKey = (stationId: string) => keyOf('begun', stationId);

const isStrangerAt = (started: PendingStart, connectorId: number): boolean =>
  started.isOpen && started.isStranger === true && started.connectorId === connectorId;

/** Closes strangers' transactions at a connector, because a connector has one transaction at a time. */
const withoutStrangers = (all: readonly PendingStart[], connectorId: number): readonly PendingStart[] =>
  all.map(started => (isStrangerAt(started, connectorId) ? { ...started, isOpen: false } : started));

/** Stores the latest transactions of stations that use OCPP 1.6. */
export function createPendingStartStore(store: OcppStore) {
  const list = async (stationId: string) => ((await store.get(rowKey(stationId))) ?? []) as readonly PendingStart[];
  return {
    list,
    openAt: async (stationId: string, connectorId: number): Promise<PendingStart | null> =>
      (await list(stationId)).findLast(started => started.isOpen && started.connectorId === connectorId) ?? null,
    /** @returns the id that was assigned to this transaction before, or the next id */
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
    /** Closes a stranger's transaction at a free connector. A transaction of the app stays open until its end is known. */
    freed: (stationId: string, connectorId: number) =>
      changeRow<readonly PendingStart[]>(store, rowKey(stationId), all => withoutStrangers(all, connectorId)),
    close: (stationId: string, transactionId: string) =>
      changeRow<readonly PendingStart[]>(store, rowKey(stationId), all =>
        all.map(started => (started.transactionId === transactionId ? { ...started, isOpen: false } : started)),
      ),
  };
}

export type PendingStarts = ReturnType<typeof createPendingStartStore>;
