import type { Money } from '../../../../shared/model/money.ts';
import { DAY_MS } from '../../../../shared/model/time.ts';
import type { StationCall } from '../../../core/ports/stationPort.ts';
import { putForAWhile } from '../../../platform/expiry.ts';
import { changeRow, keyOf, type OcppStore, TRANSACTION_TTL_MS } from '../chargePoints/storage.ts';
import { createRequestId } from '../messages/requests.ts';
import { isOpenStart, type StoredStart } from './storedTransaction.ts';

const key = (reference: string) => keyOf('start', reference.toUpperCase());
const openKey = (stationId: string, reference: string) => keyOf('open', stationId, reference.toUpperCase());

const newStart = (
  call: StationCall & Pick<StoredStart, 'priceText'> & { limit?: Money | null },
  state: StoredStart['state'],
  now: Date,
): StoredStart => ({
  authorizationReference: call.authorizationReference,
  stationId: call.address.chargePoint?.id ?? '',
  address: call.address,
  limit: call.limit ?? null,
  ...(call.priceText ? { priceText: call.priceText } : {}),
  isLimitReported: false,
  remoteStartId: createRequestId(),
  requestedAt: now.toISOString(),
  sentAt: null,
  sent: 0,
  state,
  transactionId: null,
  isStopWanted: false,
  stopAcceptedAt: null,
});
/**
 * How long a start is listed as open. A start that was given up stays listed until then, because the station may still send
 * messages about it.
 */
const OPEN_MS = 7 * DAY_MS;

/** Stores the app's starts. While a start is not over, a second row lists it as open at its station. */
export function createOcppStartStore({ store, now }: { store: OcppStore; now(): Date }) {
  const load = async (reference: string) => (await store.get(key(reference))) as StoredStart | null;
  const change = (reference: string, changes: Partial<StoredStart>) =>
    changeRow<StoredStart>(store, key(reference), known => ({ ...known, ...changes }));
  const listOpen = async (stationId: string): Promise<readonly StoredStart[]> => {
    const references = (await store.list(openKey(stationId, ''))).map(({ json }) => json as string);
    const starts = await Promise.all(references.map(load));
    return starts.filter(start => start !== null);
  };
  return {
    load,
    change,
    listOpen,
    /** Returns the stored start. If there is none, stores a new one, before it is sent. */
    begin: (call: StationCall & Pick<StoredStart, 'priceText'> & { limit: Money | null }): Promise<StoredStart> =>
      store.inTransaction(async rows => {
        const known = (await rows.get(key(call.authorizationReference))) as StoredStart | null;
        if (known) return known;
        const start = newStart(call, 'asked', now());
        await putForAWhile(rows, { key: key(start.authorizationReference), json: start, ttlMs: TRANSACTION_TTL_MS, now: now() });
        const open = { key: openKey(start.stationId, start.authorizationReference), json: start.authorizationReference };
        await putForAWhile(rows, { ...open, ttlMs: OPEN_MS, now: now() });
        return start;
      }),
    /**
     * Records that a start is being sent. `after` is the expected number of earlier attempts. If it differs, another process is
     * sending the start.
     */
    async beginSending(reference: string, { after }: { after: number }): Promise<StoredStart | 'given up' | 'sent by another'> {
      const sentAt = now().toISOString();
      let isMine = false;
      const sending = await changeRow<StoredStart>(store, key(reference), known => {
        // Assigned anew in each run, because the store may call this function repeatedly.
        isMine = known.state === 'asked' && known.sent === after;
        return isMine ? { ...known, sentAt, sent: known.sent + 1 } : null;
      });
      if (isMine && sending) return sending;
      return sending && isOpenStart(sending) ? 'sent by another' : 'given up';
    },
    /** Takes back an attempt that was not sent. The argument is the start before `beginSending`. */
    undoSending: ({ authorizationReference, sent, sentAt }: StoredStart) =>
      changeRow<StoredStart>(store, key(authorizationReference), known =>
        known.sent === sent + 1 ? { ...known, sent, sentAt } : known,
      ),
    /**
     * Records that the station has accepted a start, unless it was given up meanwhile.
     * @param transactionId of a transaction that is already running, null if there is none
     */
    accept: (reference: string, transactionId: string | null) =>
      changeRow<StoredStart>(store, key(reference), known => ({
        ...known,
        state: known.state === 'asked' ? 'accepted' : known.state,
        transactionId: known.transactionId ?? transactionId,
      })),
    /** Records the transaction of a start. A start that was given up stays given up. */
    started: (reference: string, transactionId: string) =>
      changeRow<StoredStart>(store, key(reference), known => ({
        ...known,
        transactionId,
        state: known.state === 'asked' ? 'accepted' : known.state,
      })),
    /** Records that the station has refused a start, unless a transaction has begun meanwhile. */
    refuse: (reference: string) =>
      changeRow<StoredStart>(store, key(reference), known =>
        known.transactionId === null ? { ...known, state: known.state === 'asked' ? 'refused' : known.state } : known,
      ),
    /**
     * Cancels a start. If a transaction begins nevertheless, it is stopped.
     * @returns the start before and after the call
     */
    cancel: (call: StationCall): Promise<{ before: StoredStart | null; after: StoredStart }> =>
      store.inTransaction(async rows => {
        const before = (await rows.get(key(call.authorizationReference))) as StoredStart | null;
        const isOver = before !== null && (before.state === 'refused' || before.transactionId !== null);
        const after: StoredStart = isOver ? before : { ...(before ?? newStart(call, 'cancelled', now())), state: 'cancelled' };
        const row = { key: key(call.authorizationReference), json: after };
        if (before === null) await putForAWhile(rows, { ...row, ttlMs: TRANSACTION_TTL_MS, now: now() });
        else if (!isOver) await rows.put(row.key, after);
        return { before, after };
      }),
    /** Removes a start from the open ones, because its session is over or never began. */
    close: ({ stationId, authorizationReference }: StoredStart) => store.delete(openKey(stationId, authorizationReference)),
    /** Finds an open start by its remoteStartId, which only OCPP 2.x has. */
    async findByRemoteId(stationId: string, remoteStartId: number): Promise<StoredStart | null> {
      return (await listOpen(stationId)).find(start => start.remoteStartId === remoteStartId) ?? null;
    },
  };
}

export type Starts = ReturnType<typeof createOcppStartStore>;
