import type { SignedValue } from '../../../core/ports/stationPort.ts';
import { putForAWhile } from '../../../platform/expiry.ts';
import { keyOf, type OcppStore, TRANSACTION_TTL_MS } from '../chargePoints/storage.ts';
import type { StoredTransaction } from './storedTransaction.ts';

const key = (stationId: string, transactionId: string) => keyOf('transaction', stationId, transactionId);
const signedKey = (stationId: string, transactionId: string) => keyOf('signed', stationId, transactionId);
const settleKey = (stationId: string, transactionId: string) => keyOf('settle', stationId, transactionId);

/** A transaction that must be checked at `at`, even if its station sends no more messages. */
interface Settling {
  stationId: string;
  transactionId: string;
  at: string;
}

/** Stores transactions, their signed records, and the times of their next checks. */
export function createTransactionRowStore({ store, now }: { store: OcppStore; now(): Date }) {
  const signedOf = async ({ stationId, transactionId }: Pick<StoredTransaction, 'stationId' | 'transactionId'>) =>
    ((await store.get(signedKey(stationId, transactionId))) ?? []) as readonly SignedValue[];
  return {
    load: async (stationId: string, transactionId: string) =>
      (await store.get(key(stationId, transactionId))) as StoredTransaction | null,
    signedOf,
    async save(before: StoredTransaction | null, after: StoredTransaction, reported: readonly SignedValue[]): Promise<void> {
      const { stationId, transactionId, settleAt } = after;
      const row = { key: key(stationId, transactionId), json: after };
      if (before) await store.put(row.key, after);
      else await putForAWhile(store, { ...row, ttlMs: TRANSACTION_TTL_MS, now: now() });
      const known = reported.length > 0 ? await signedOf(after) : [];
      const fresh = reported.filter(({ data }) => !known.some(value => value.data === data));
      const signed = { key: signedKey(stationId, transactionId), json: [...known, ...fresh] };
      if (fresh.length > 0 && known.length > 0) await store.put(signed.key, signed.json);
      else if (fresh.length > 0) await putForAWhile(store, { ...signed, ttlMs: TRANSACTION_TTL_MS, now: now() });
      const settling: Settling = { stationId, transactionId, at: settleAt ?? '' };
      if (settleAt !== null) await store.put(settleKey(stationId, transactionId), settling);
      else if (before?.settleAt != null) await store.delete(settleKey(stationId, transactionId));
    },
    /** Stores a copy of a transaction and its signed records under another id. */
    async copy(known: StoredTransaction, transactionId: string): Promise<StoredTransaction> {
      const copied = { ...known, transactionId };
      const json = await signedOf(known);
      await putForAWhile(store, {
        key: key(known.stationId, transactionId),
        json: copied,
        ttlMs: TRANSACTION_TTL_MS,
        now: now(),
      });
      const signed = { key: signedKey(known.stationId, transactionId), json, ttlMs: TRANSACTION_TTL_MS, now: now() };
      if (json.length > 0) await putForAWhile(store, signed);
      return copied;
    },
    async remove({ stationId, transactionId }: StoredTransaction): Promise<void> {
      await store.delete(signedKey(stationId, transactionId));
      await store.delete(key(stationId, transactionId));
    },
    /** Lists the transactions that are due for a check. */
    async listDue(now: Date): Promise<readonly Settling[]> {
      const all = (await store.list('settle:')).map(({ json }) => json as Settling);
      return all.filter(({ at }) => new Date(at) <= now);
    },
    forgetDue: ({ stationId, transactionId }: Settling) => store.delete(settleKey(stationId, transactionId)),
  };
}

export type TransactionRows = ReturnType<typeof createTransactionRowStore>;
