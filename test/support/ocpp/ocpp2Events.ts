import { end, pause } from './charging.ts';
import { watchLimit } from './limits.ts';
import { knobs2 } from './ocpp2Variables.ts';
import type { Change, Grant, Message, Payload, Plug, Station, Transaction } from './station.ts';
import { timestamp } from './time.ts';
import { sendOfTransaction } from './transactions.ts';

const FOREIGN_ID = 'a-transaction-of-somebody-else';
/** OCPP 2.x replacements for the stop reasons that exist only in OCPP 1.6. */
const REASONS: Readonly<Record<string, string>> = { SoftReset: 'ImmediateReset', UnlockCommand: 'Other' };

export const tokenOf = ({ tag, tagType }: Grant): Payload => ({ idToken: tag, type: tagType });

export function update(station: Station, plug: Plug, transaction: Transaction, event: Change & { meterValue: Payload[] }): void {
  sendTransactionEvent(station, plug, transaction, { ...event, eventType: 'Updated' });
}

type EventFacts = Change & { eventType: 'Started' | 'Updated' | 'Ended'; meterValue: Payload[] };

export function eventOf(station: Station, plug: Plug, transaction: Transaction, event: EventFacts): Omit<Message, 'isStored'> {
  const { trigger, reason, eventType, meterValue } = event;
  const { end: ending, evse } = station.at(plug).transaction;
  const { grant } = plug;
  const sendsTag = grant !== null && !transaction.isTagReported;
  const knowsEvse = plug.isCabled || (evse === 'once' && transaction.grant?.by === 'remote');
  const sendsEvse = evse === 'always' || (knowsEvse && !transaction.isEvseReported);
  transaction.isTagReported ||= sendsTag;
  transaction.isEvseReported ||= sendsEvse;
  const payload: Payload = {
    eventType,
    timestamp: timestamp(station),
    triggerReason: trigger,
    seqNo: 0,
    ...(!station.link.isOpen() && { offline: true }),
    transactionInfo: {
      transactionId: eventType === 'Ended' && ending === 'unknown id' ? FOREIGN_ID : transaction.id,
      chargingState: plug.flow?.state ?? (plug.isCabled ? 'EVConnected' : 'Idle'),
      ...(eventType === 'Ended' && reason && { stoppedReason: REASONS[reason] ?? reason }),
      ...(sendsTag && grant.remoteStartId !== null && { remoteStartId: grant.remoteStartId }),
      ...(trigger === 'LimitSet' && transaction.limit && { transactionLimit: transaction.limit }),
    },
    ...(sendsEvse && { evse: { id: plug.number, connectorId: 1 } }),
    ...(sendsTag && { idToken: tokenOf(grant) }),
    ...(meterValue.length > 0 && { meterValue }),
  };
  return {
    action: 'TransactionEvent',
    payload: () => payload,
    mayBeFaulty: true,
    onAnswer: answer => heed(station, plug, transaction, answer),
  };
}

export function sendTransactionEvent(station: Station, plug: Plug, transaction: Transaction, event: EventFacts): void {
  const message = eventOf(station, plug, transaction, event);
  const ready = { ...message, payload: numbered(station, plug, transaction, message.payload()) };
  const isHeldBack = station.at(plug).transaction.seqNo === 'unordered' && event.trigger === 'MeterValuePeriodic';
  if (isHeldBack && transaction.heldBack === null) transaction.heldBack = { ...ready, isStored: true };
  else {
    sendOfTransaction(station, plug, ready);
    if (isHeldBack) flush(station, plug, transaction);
  }
}

/** Sends the transaction event that was held back to arrive out of order. */
export function flush(station: Station, plug: Plug, transaction: Transaction): void {
  if (transaction.heldBack) sendOfTransaction(station, plug, transaction.heldBack);
  transaction.heldBack = null;
}

/** Adds the sequence number to a payload. It may be wrong, as the switch `seqNo` defines. */
export function numbered(station: Station, plug: Plug, transaction: Transaction, payload: Payload): () => Payload {
  const { seqNo: how } = station.at(plug).transaction;
  const isUpdate = payload.eventType === 'Updated';
  const seqNo = transaction.seqNo;
  transaction.seqNo += isUpdate ? STEPS[how] : 1;
  const { seqNo: _none, ...unnumbered } = payload;
  return () => (how === 'missing' ? unnumbered : { ...payload, seqNo });
}

const STEPS = { counted: 1, missing: 1, unordered: 1, doubled: 0, 'with gaps': 3 } as const;

/** Applies the app's response to a transaction event: personal message, cost, authorization and limit. */
function heed(station: Station, plug: Plug, transaction: Transaction, answer: Payload): void {
  const { personalMessage } = (answer.idTokenInfo ?? {}) as { personalMessage?: Payload };
  if (personalMessage) station.screen.set(`driver at ${plug.number}`, { message: personalMessage });
  if (typeof answer.totalCost === 'number') transaction.cost = answer.totalCost;
  if (plug.transaction !== transaction) return;
  const verdict = station.dialect.verdict(answer);
  if (verdict !== null && verdict !== 'Accepted') {
    if (knobs2(station).stopsWhenInvalid) end(station, plug, { trigger: 'Deauthorized', reason: 'DeAuthorized' });
    else pause(station, plug, 'SuspendedEVSE', 'Deauthorized');
  }
  if (answer.transactionLimit && plug.transaction === transaction) {
    transaction.limit = answer.transactionLimit as Transaction['limit'];
    update(station, plug, transaction, { trigger: 'LimitSet', meterValue: [] });
    void watchLimit(station, plug, transaction);
  }
}
