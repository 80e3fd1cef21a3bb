import { changeRow, keyOf, type OcppStore } from '../chargePoints/storage.ts';

/** One transaction that a station has begun, as it told of it. */
export interface PendingStart {
  /** What is the same however often the station sends it. */
  key: string;
  /** Of our making: OCPP 1.6 §4.8. */
  transactionId: string;
  connectorId: number;
  token: string;
  isOpen: boolean;
  /** By no start of ours: nobody waits for its end, which may never come. */
  isStranger?: boolean;
}

/** So many of a station are remembered: the same start is sent again until it was answered. */
const MAX_PENDING_STARTS = 50;
/** One for the whole house: never a time, never 0. */
const COUNTER = 'counter:transactions';

const rowKey = (stationId: string) => keyOf('begun', stationId);

const isStrangerAt = (begun: PendingStart, connectorId: number): boolean =>
  begun.isOpen && begun.isStranger === true && begun.connectorId === connectorId;

/** A connector has one transaction at a time. */
const withoutStrangers = (all: readonly PendingStart[], connectorId: number): readonly PendingStart[] =>
  all.map(begun => (isStrangerAt(begun, connectorId) ? { ...begun, isOpen: false } : begun));

/** The last transactions of stations that speak 1.6. */
export function createPendingStartStore(store: OcppStore) {
  const list = async (stationId: string) => ((await store.get(rowKey(stationId))) ?? []) as readonly PendingStart[];
  return {
    list,
    openAt: async (stationId: string, connectorId: number): Promise<PendingStart | null> =>
      (await list(stationId)).findLast(begun => begun.isOpen && begun.connectorId === connectorId) ?? null,
    /** Its number: the one that it was given before, or the next. */
    numberOf: (stationId: string, begun: Omit<PendingStart, 'transactionId' | 'isOpen'>): Promise<string> =>
      store.inTransaction(async rows => {
        const all = ((await rows.get(rowKey(stationId))) ?? []) as readonly PendingStart[];
        const same = all.find(({ key }) => key === begun.key);
        if (same) return same.transactionId;
        const number = (((await rows.get(COUNTER)) ?? 0) as number) + 1;
        await rows.put(COUNTER, number);
        const transactionId = String(number);
        await rows.put(
          rowKey(stationId),
          [...withoutStrangers(all, begun.connectorId), { ...begun, transactionId, isOpen: true }].slice(-MAX_PENDING_STARTS),
        );
        return transactionId;
      }),
    /** A plug that is free has no transaction of a stranger any more; one of ours is looked for. */
    freed: (stationId: string, connectorId: number) =>
      changeRow<readonly PendingStart[]>(store, rowKey(stationId), all => withoutStrangers(all, connectorId)),
    close: (stationId: string, transactionId: string) =>
      changeRow<readonly PendingStart[]>(store, rowKey(stationId), all =>
        all.map(begun => (begun.transactionId === transactionId ? { ...begun, isOpen: false } : begun)),
      ),
  };
}

export type PendingStarts = ReturnType<typeof createPendingStartStore>;
