import { randomInt } from 'node:crypto';
import type { Money } from '../../../../shared/model/money.ts';
import { DAY_MS } from '../../../../shared/model/time.ts';
import type { StationCall } from '../../../core/ports/stationPort.ts';
import { putForAWhile } from '../../../platform/expiry.ts';
import { changeRow, KEPT_MS, keyOf, type OcppStore } from '../chargePoints/storage.ts';
import { isOpenStart, type KeptStart } from './storedTransaction.ts';

const key = (reference: string) => keyOf('start', reference.toUpperCase());
const openKey = (stationId: string, reference: string) => keyOf('open', stationId, reference.toUpperCase());

/** OCPP 2.0.1 §1.41: an integer that the station says again. */
const MOST_REMOTE_ID = 2 ** 31 - 1;

const newStart = (
  call: StationCall & Pick<KeptStart, 'priceText'> & { limit?: Money | null },
  state: KeptStart['state'],
  now: Date,
): KeptStart => ({
  authorizationReference: call.authorizationReference,
  stationId: call.address.chargePoint?.id ?? '',
  address: call.address,
  limit: call.limit ?? null,
  ...(call.priceText ? { priceText: call.priceText } : {}),
  isLimitTold: false,
  remoteStartId: randomInt(1, MOST_REMOTE_ID),
  askedAt: now.toISOString(),
  sentAt: null,
  sent: 0,
  state,
  transactionId: null,
  isStopWanted: false,
  stopAcceptedAt: null,
});
/** A start that was given up never closes its row: its station may still speak of it. */
const OPEN_MS = 7 * DAY_MS;

/** Starts of ours. Those that are not over have a row by their station besides. */
export function keepStarts({ store, now }: { store: OcppStore; now(): Date }) {
  const load = async (reference: string) => (await store.get(key(reference))) as KeptStart | null;
  const change = (reference: string, changes: Partial<KeptStart>) =>
    changeRow<KeptStart>(store, key(reference), known => ({ ...known, ...changes }));
  const listOpen = async (stationId: string): Promise<readonly KeptStart[]> => {
    const references = (await store.list(openKey(stationId, ''))).map(({ json }) => json as string);
    const starts = await Promise.all(references.map(load));
    return starts.filter(start => start !== null);
  };
  return {
    load,
    change,
    listOpen,
    /** The one that is known, or a new one that is kept before it is sent. */
    begin: (call: StationCall & Pick<KeptStart, 'priceText'> & { limit: Money | null }): Promise<KeptStart> =>
      store.inTransaction(async rows => {
        const known = (await rows.get(key(call.authorizationReference))) as KeptStart | null;
        if (known) return known;
        const start = newStart(call, 'asked', now());
        await putForAWhile(rows, { key: key(start.authorizationReference), json: start, keptMs: KEPT_MS, now: now() });
        const open = { key: openKey(start.stationId, start.authorizationReference), json: start.authorizationReference };
        await putForAWhile(rows, { ...open, keptMs: OPEN_MS, now: now() });
        return start;
      }),
    /** As it is sent now. `after`: so often it was sent before; another process may be sending it as well. */
    async beginSending(reference: string, { after }: { after: number }): Promise<KeptStart | 'given up' | 'sent by another'> {
      const sentAt = now().toISOString();
      let isMine = false;
      const sending = await changeRow<KeptStart>(store, key(reference), known => {
        // The transaction may be done again.
        isMine = known.state === 'asked' && known.sent === after;
        return isMine ? { ...known, sentAt, sent: known.sent + 1 } : null;
      });
      if (isMine && sending) return sending;
      return sending && isOpenStart(sending) ? 'sent by another' : 'given up';
    },
    /** The station takes it, unless it was given up meanwhile. @param transactionId where one runs already */
    accept: (reference: string, transactionId: string | null) =>
      changeRow<KeptStart>(store, key(reference), known => ({
        ...known,
        state: known.state === 'asked' ? 'accepted' : known.state,
        transactionId: known.transactionId ?? transactionId,
      })),
    /** Its transaction; a start that was given up stays so. */
    begun: (reference: string, transactionId: string) =>
      changeRow<KeptStart>(store, key(reference), known => ({
        ...known,
        transactionId,
        state: known.state === 'asked' ? 'accepted' : known.state,
      })),
    /** The station does not take it, unless it has begun meanwhile. */
    refuse: (reference: string) =>
      changeRow<KeptStart>(store, key(reference), known =>
        known.transactionId === null ? { ...known, state: known.state === 'asked' ? 'refused' : known.state } : known,
      ),
    /** Nothing begins by it any more: what does is stopped. Answers it as it was, and as it is then. */
    cancel: (call: StationCall): Promise<{ before: KeptStart | null; after: KeptStart }> =>
      store.inTransaction(async rows => {
        const before = (await rows.get(key(call.authorizationReference))) as KeptStart | null;
        const isOver = before !== null && (before.state === 'refused' || before.transactionId !== null);
        const after: KeptStart = isOver ? before : { ...(before ?? newStart(call, 'cancelled', now())), state: 'cancelled' };
        const row = { key: key(call.authorizationReference), json: after };
        if (before === null) await putForAWhile(rows, { ...row, keptMs: KEPT_MS, now: now() });
        else if (!isOver) await rows.put(row.key, after);
        return { before, after };
      }),
    /** Its session is over, or never was: it is looked for no more. */
    close: ({ stationId, authorizationReference }: KeptStart) => store.delete(openKey(stationId, authorizationReference)),
    /** 2.x: by the number that came with it. */
    async findByRemoteId(stationId: string, remoteStartId: number): Promise<KeptStart | null> {
      return (await listOpen(stationId)).find(start => start.remoteStartId === remoteStartId) ?? null;
    },
  };
}

export type Starts = ReturnType<typeof keepStarts>;
