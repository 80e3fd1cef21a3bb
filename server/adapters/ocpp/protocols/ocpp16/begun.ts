import { keyOf, type OcppStore } from '../../kept.ts';

/** One transaction that a station has begun, as it told of it. */
export interface Begun {
  /** What is the same however often the station sends it. */
  key: string;
  /** Of our making: OCPP 1.6 §4.8. */
  transactionId: string;
  connectorId: number;
  token: string;
  isOpen: boolean;
}

/** So many of a station are remembered: the same start is sent again until it was answered. */
const MOST_BEGUN = 50;
/** One for the whole house: never a time, never 0. */
const COUNTER = 'counter:transactions';

const rowKey = (stationId: string) => keyOf('begun', stationId);

/** The last transactions of stations that speak 1.6. */
export function keepBegun(store: OcppStore) {
  const list = async (stationId: string) => ((await store.get(rowKey(stationId))) ?? []) as readonly Begun[];
  return {
    list,
    openAt: async (stationId: string, connectorId: number): Promise<Begun | null> =>
      (await list(stationId)).findLast(begun => begun.isOpen && begun.connectorId === connectorId) ?? null,
    /** Its number: the one that it was given before, or the next. */
    numberOf: (stationId: string, begun: Omit<Begun, 'transactionId' | 'isOpen'>): Promise<string> =>
      store.inTransaction(async rows => {
        const all = ((await rows.get(rowKey(stationId))) ?? []) as readonly Begun[];
        const same = all.find(({ key }) => key === begun.key);
        if (same) return same.transactionId;
        const number = (((await rows.get(COUNTER)) ?? 0) as number) + 1;
        await rows.put(COUNTER, number);
        const transactionId = String(number);
        await rows.put(rowKey(stationId), [...all, { ...begun, transactionId, isOpen: true }].slice(-MOST_BEGUN));
        return transactionId;
      }),
    close: (stationId: string, transactionId: string): Promise<void> =>
      store.inTransaction(async rows => {
        const all = ((await rows.get(rowKey(stationId))) ?? []) as readonly Begun[];
        const closed = all.map(begun => (begun.transactionId === transactionId ? { ...begun, isOpen: false } : begun));
        await rows.put(rowKey(stationId), closed);
      }),
  };
}

export type BegunTransactions = ReturnType<typeof keepBegun>;
