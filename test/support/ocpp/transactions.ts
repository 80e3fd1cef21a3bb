import { shownWh } from './meter.ts';
import { type Message, nowMs, type Plug, type Station, type Transaction } from './station.ts';
import { NEVER, timestamp, wait } from './time.ts';

/** Creates a transaction that begins now. */
export function createTransaction(station: Station, plug: Plug, id: string | null): Transaction {
  const { meter, transaction } = station.at(plug);
  return {
    id,
    startedAt: timestamp(station),
    startedMs: nowMs(station),
    startWh: meter.startSaysWh ?? shownWh(plug),
    registerWh: shownWh(plug),
    grant: plug.grant,
    seqNo: transaction.firstSeqNo,
    isEvseReported: false,
    isTagReported: false,
    limit: null,
    cost: null,
    held: new Set(),
    heldBack: null,
  };
}

/**
 * Sends a message of a transaction. The message is stored until the app responds. The switches can double it or lose the
 * response.
 */
export function sendOfTransaction(station: Station, plug: Plug, message: Omit<Message, 'isStored'>): void {
  const { start, transaction } = station.at(plug);
  const isFirst = message.action === 'StartTransaction' || message.payload().eventType === 'Started';
  const hears = () => {
    if (!isFirst || plug.unheardAnswers >= start.unheardAnswers) return true;
    plug.unheardAnswers++;
    return false;
  };
  station.link.send({ ...message, isStored: true, hears });
  if (transaction.isDoubled) station.link.send({ ...message, isStored: true, onAnswer: () => undefined });
}

/** Calls `report` when the last meter reading is available, which is `lastValueAfterMs` after the end of charging. */
export async function whenMeterIsDone(station: Station, plug: Plug, report: () => void): Promise<void> {
  const { lastValueAfterMs } = station.at(plug).meter;
  if (lastValueAfterMs === 0 || (await wait(station, lastValueAfterMs, NEVER))) report();
}
